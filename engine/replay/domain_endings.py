"""Which words can end a domain: a longer one that no domain ends in is a word of prose or code.

`the@agent.instructions` is no address, and in `mira@x.com.Thanks` a sentence begins behind one. Endings of up to five
letters, and those beyond ASCII, are taken for real unless they are file names' endings that no domain has.
"""

from __future__ import annotations

_SHORT = 5

_LONG_WORDS = """
abbott abbvie abogado abudhabi academy accenture accountant accountants africa agakhan agency airbus airforce airtel
alibaba alipay allfinanz allstate alsace alstom amazon americanexpress americanfamily amsterdam analytics android
anquan apartments aquarelle aramco associates athleta attorney auction audible auspost author banamex barcelona
barclaycard barclays barefoot bargains baseball basketball bauhaus bayern beauty berlin bestbuy bharti blackfriday
blockbuster bloomberg bnpparibas boehringer booking bostik boston boutique bradesco bridgestone broadway broker
brother brussels builders business calvinklein camera capetown capital capitalone caravan career careers casino
catering catholic center chanel channel charity chintai christmas chrome church cipriani circle citadel claims
cleaning clinic clinique clothing clubmed coffee college cologne commbank community company compare computer comsec
condos construction consulting contact contractors cooking corsica country coupon coupons courses credit creditcard
creditunion cricket cruise cruises cuisinella dating datsun dealer degree delivery deloitte democrat dental dentist
design diamonds digital direct directory discount discover doctor domains download dupont durban education emerck
energy engineer engineering enterprises equipment ericsson estate eurovision events example exchange expert exposed
express extraspace fairwinds family farmers fashion feedback ferrari ferrero fidelity finance financial firestone
firmdale fishing fitness flickr flights florist flowers football forsale foundation fresenius frogans frontier
fujitsu furniture futbol gallery gallup garden genting george giving global godaddy goldpoint goodyear google
grainger graphics gratis grocery guitars hamburg hangout hdfcbank health healthcare helsinki hermes hiphop hisamitsu
hitachi hockey holdings holiday homedepot homegoods homesense hospital hosting hotels hotmail hughes hyundai imamat
immobilien industries infiniti institute insurance insure internal international intranet intuit invalid investments
ipiranga ismaili istanbul jaguar jewelry joburg jpmorgan juegos juniper kaufen kerryhotels kerryproperties kindle
kitchen komatsu kosher kuokgroup lacaixa lamborghini landrover lanxess lasalle latino latrobe lawyer leclerc lefrak
lifeinsurance lifestyle lighting limited lincoln living localhost locker london lplfinancial lundbeck luxury madrid
maison makeup management market marketing markets marriott marshalls mattel mckinsey melbourne memorial merckmsd
microsoft mitsubishi mobile monash monster mormon mortgage moscow motorcycles museum nagoya netbank netflix network
neustar nextdirect nissan nissay norton nowruz observer office okinawa olayan olayangroup online oracle orange
organic origins otsuka panasonic partners pfizer pharmacy philips photography photos physio pictet pictures pioneer
playstation plumbing politie private productions progressive properties property protection prudential quebec racing
realestate realtor realty recipes redumbrella reisen reliance rentals repair report republican restaurant review
reviews rexroth richardli rogers ryukyu saarland safety sakura samsclub samsung sandvik sandvikcoromant sanofi
schaeffler schmidt scholarships school schule schwarz science search secure security select services shangrila
shiksha shopping shouji singles soccer social softbank software solutions staples statebank statefarm stcgroup
stockholm storage stream studio supplies supply support surgery suzuki swatch sydney systems taipei taobao target
tatamotors tattoo technology temasek tennis theater theatre tickets tienda tjmaxx tkmaxx toshiba toyota trading
training travel travelers travelersinsurance unicom university vacations vanguard ventures verisign versicherung
viajes viking villas virgin vision vlaanderen voting voyage walmart walter wanggou watches weather weatherchannel
webcam website wedding whoswho williamhill windows winners woodside xihuan yachts yamaxun yandex yodobashi yokohama
youtube zappos zuerich
"""
_LONG = frozenset(_LONG_WORDS.split())
"""The top-level domains of six letters and more (IANA's root zone, as the Public Suffix List of 2025 has it), and those
that are reserved (RFC 2606, RFC 6762, ICANN's `internal`)."""

_FILES_WORDS = """
png jpg jpeg gif svg webp ico css js mjs cjs ts tsx jsx json html htm txt tgz gz tar yml yaml toml xml csv pdf exe
dll lock whl rpm timer mount slice scope wasm ipynb
"""
_FILES = frozenset(_FILES_WORDS.split())
"""Endings of files and of systemd's units that are no top-level domains."""


def is_file(ending: str) -> bool:
    """Whether a name that ends so is a file's."""
    return ending.lower() in _FILES


def ends_a_domain(ending: str) -> bool:
    """Whether a domain can end so."""
    word = ending.lower()
    return (
        not word.isascii() or (len(word) <= _SHORT and word not in _FILES) or word in _LONG or word.startswith("xn--")
    )
