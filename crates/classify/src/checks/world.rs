//! National numbers elsewhere.

use super::{digits, weighted};

/// UK NHS number: ten digits, the last makes the sum by weights 10, 9, … 1 a multiple of 11.
pub(crate) fn nhs(text: &str) -> bool {
    let Some(found) = digits::<10>(text) else {
        return false;
    };
    let weights = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    found.iter().any(|&digit| digit > 0) && weighted(&found, &weights).is_multiple_of(11)
}

/// US social security number as it is written, 123-45-6789. It has no check digit, so the hyphens are asked for.
pub(crate) fn ssn(text: &str) -> bool {
    let parts: Vec<&str> = text.trim().split('-').collect();
    let [area, group, serial] = parts.as_slice() else {
        return false;
    };
    let lengths = [area.len(), group.len(), serial.len()] == [3, 2, 4];
    let all_digits = parts
        .iter()
        .all(|part| part.bytes().all(|b| b.is_ascii_digit()));
    lengths
        && all_digits
        && !matches!(*area, "000" | "666")
        && !area.starts_with('9')
        && *group != "00"
        && *serial != "0000"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn social_security_numbers_have_their_hyphens_and_no_empty_group() {
        assert!(ssn("078-05-1120") && ssn("219-09-9999"));
        for wrong in [
            "078051120",
            "000-05-1120",
            "666-05-1120",
            "900-05-1120",
            "078-00-1120",
            "078-05-0000",
            "07-805-1120",
        ] {
            assert!(!ssn(wrong), "{wrong}");
        }
    }
}
