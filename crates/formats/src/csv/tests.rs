//! CSV as people write it: detection, kinds, round trips, refusals.


