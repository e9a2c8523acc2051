// Runs under Node at build: compresses one file with Zstandard. Argument: the path of a JSON
// file with {source, target, level, windowLog}.
import { readFileSync, writeFileSync } from "node:fs";
import { constants, zstdCompressSync } from "node:zlib";

const { source, target, level, windowLog } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const data = readFileSync(source);
const params = {
  [constants.ZSTD_c_compressionLevel]: level,
  [constants.ZSTD_c_windowLog]: windowLog,
  [constants.ZSTD_c_checksumFlag]: 1,
};
writeFileSync(target, zstdCompressSync(data, { params, pledgedSrcSize: data.length }));
