"""Finds people's data by the name of its key: a birth date, a passport number, a name, a street.

Such values have no shape of their own, so they are found only where a key of an object names them: `date_of_birth`,
`passportNumber`, `first_name`, and `name` beside an email address or a birth date. A value that cannot be what its key
says (a type's name, a description) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ..finding import Severity
from .hit import Hit, Kind
from .words import is_stand_in

_BORN = "dob date_of_birth birth_date birthdate birthday birth_day born_on"
_NUMBERS = (
    "passport passport_number passport_no ssn social_security_number social_security national_id national_id_number "
    "national_insurance_number tax_id tax_id_number identity_number id_card_number drivers_license driver_license "
    "drivers_license_number driver_license_number license_number aadhaar aadhaar_number cpf dni nif personnummer"
)
_NAMES = (
    "first_name firstname last_name lastname given_name family_name middle_name maiden_name surname full_name fullname "
    "customer_name patient_name passenger_name guest_name employee_name cardholder_name holder_name contact_name "
    "recipient_name"
)
_STREETS = (
    "street street_address street1 street_1 address address1 address_1 address_line address_line1 address_line_1 "
    "home_address postal_address mailing_address shipping_address billing_address delivery_address"
)
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(_BORN.split(), "birth-date"),
    **dict.fromkeys(_NUMBERS.split(), "id-number"),
    **dict.fromkeys(_NAMES.split(), "name"),
    **dict.fromkeys(_STREETS.split(), "street"),
}
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATOR = re.compile(r"[\W_]+")

_YEAR, _MONTH = r"(?:19|20)\d\d", r"[^\W\d_]{3,9}\.?"
_BIRTH_DATE = re.compile(
    rf"{_YEAR}[-/.]?\d\d?[-/.]?\d\d?(?:T[\d:.]+Z?)?|\d\d?[-/. ]\d\d?[-/. ]{_YEAR}|{_MONTH} \d\d?,? {_YEAR}"
    rf"|\d\d?\.? {_MONTH} {_YEAR}"
)
_ID_NUMBER = re.compile(r"(?=(?:\D*\d){4})[A-Za-z0-9][A-Za-z0-9 ./-]{3,23}")
_NAME = re.compile(r"(?:(?![a-z])[^\W\d_]|(?:de|da|di|van|von|der|el|al|bin)\s)[\w.'’\-]*(?:\s+[\w.'’\-]+){0,5}")
_STREET = re.compile(r"(?=[^\n]*\d)(?=[^\n]*[^\W\d_]{2})[^\W_][^\n<>{}@|]*[ ,][^\n<>{}@|]*")
_LONGEST = 120

_FORMS: dict[Kind, tuple[re.Pattern[str], str, Severity]] = {
    "birth-date": (_BIRTH_DATE, "a birth date", "error"),
    "id-number": (_ID_NUMBER, "the number of an identity document", "error"),
    "name": (_NAME, "a person’s name", "warning"),
    "street": (_STREET, "a street address", "warning"),
}
"""For each kind what its values look like, what to call them, and how grave they are in clear."""


def find_persons(text: str, key: str) -> Iterator[Hit]:
    """The text itself where the name under which it stands says that it is a person's; its identity is the text."""
    kind = kind_of_person(key)
    value = text.strip()
    if kind is None or not value or len(value) > _LONGEST:
        return
    form, name, severity = _FORMS[kind]
    if form.fullmatch(value) and not is_stand_in(value):
        start = text.find(value)
        yield Hit(kind, start, start + len(value), " ".join(value.lower().split()), name, severity)


@lru_cache(maxsize=4096)
def kind_of_person(key: str) -> Kind | None:
    """What a key says: by its last words, in any spelling (`customer.firstName`, `FIRST-NAME`)."""
    words = _SEPARATOR.sub("_", _HUMP.sub("_", key)).lower().strip("_").split("_")
    tails = ("_".join(words[-count:]) for count in range(min(4, len(words)), 0, -1))
    found = next((tail for tail in tails if tail in _KINDS), None)
    if found is None or (found == "address" and len(words) > 1):  # an email_address, an ip_address
        return None
    return _KINDS[found]
