//! Files that other programs wrote: every kind of column and every compression.

use super::*;

fn texts<K: ArrowDictionaryKeyType>() -> ArrayRef {
    let mut builder = StringDictionaryBuilder::<K>::new();
    builder.append_value("b");
    builder.append_null();
    builder.append_value("a");
    Arc::new(builder.finish())
}

#[test]
fn every_kind_of_column_is_read() {
    const DAY: i64 = 19_723;
    let noon = DAY * 86_400 + 43_200;
    let cases: Vec<(ArrayRef, Kind, [&str; 3])> = vec![
        (
            Arc::new(Int8Array::from(vec![Some(-5), None, Some(7)])),
            Kind::Integer,
            ["-5", "", "7"],
        ),
        (
            Arc::new(Int16Array::from(vec![Some(300), None, Some(7)])),
            Kind::Integer,
            ["300", "", "7"],
        ),
        (
            Arc::new(Int32Array::from(vec![Some(70_000), None, Some(7)])),
            Kind::Integer,
            ["70000", "", "7"],
        ),
        (
            Arc::new(Int64Array::from(vec![Some(1 << 40), None, Some(7)])),
            Kind::Integer,
            ["1099511627776", "", "7"],
        ),
        (
            Arc::new(UInt8Array::from(vec![Some(200), None, Some(7)])),
            Kind::Integer,
            ["200", "", "7"],
        ),
        (
            Arc::new(UInt16Array::from(vec![Some(60_000), None, Some(7)])),
            Kind::Integer,
            ["60000", "", "7"],
        ),
        (
            Arc::new(UInt32Array::from(vec![Some(u32::MAX), None, Some(7)])),
            Kind::Integer,
            ["4294967295", "", "7"],
        ),
        (
            Arc::new(UInt64Array::from(vec![Some(8), None, Some(7)])),
            Kind::Integer,
            ["8", "", "7"],
        ),
        (
            Arc::new(UInt64Array::from(vec![Some(u64::MAX), None, Some(7)])),
            Kind::Text,
            ["18446744073709551615", "", "7"],
        ),
        (
            Arc::new(Float32Array::from(vec![Some(0.1), None, Some(2.0)])),
            Kind::Decimal,
            ["0.1", "", "2"],
        ),
        (
            Arc::new(Float64Array::from(vec![
                Some(0.1),
                Some(f64::NAN),
                Some(2.5),
            ])),
            Kind::Decimal,
            ["0.1", "", "2.5"],
        ),
        (
            Arc::new(BooleanArray::from(vec![Some(true), None, Some(false)])),
            Kind::Boolean,
            ["true", "", "false"],
        ),
        (
            Arc::new(StringArray::from(vec![Some("b"), None, Some("a")])),
            Kind::Text,
            ["b", "", "a"],
        ),
        (
            Arc::new(StringArray::from(vec![Some("007"), Some(""), Some("1")])),
            Kind::Text,
            ["007", "", "1"],
        ),
        (
            Arc::new(LargeStringArray::from(vec![Some("b"), None, Some("a")])),
            Kind::Text,
            ["b", "", "a"],
        ),
        (
            Arc::new(StringViewArray::from(vec![Some("b"), None, Some("a")])),
            Kind::Text,
            ["b", "", "a"],
        ),
        (
            Arc::new(BinaryArray::from(vec![
                Some("é".as_bytes()),
                None,
                Some(b"a"),
            ])),
            Kind::Text,
            ["é", "", "a"],
        ),
        (
            Arc::new(LargeBinaryArray::from(vec![
                Some("é".as_bytes()),
                None,
                Some(b"a"),
            ])),
            Kind::Text,
            ["é", "", "a"],
        ),
        (texts::<Int32Type>(), Kind::Text, ["b", "", "a"]),
        (texts::<Int8Type>(), Kind::Text, ["b", "", "a"]),
        (
            Arc::new(
                FixedSizeBinaryArray::try_from_iter([b"ab", b"cd", b"ab"].into_iter()).unwrap(),
            ),
            Kind::Text,
            ["ab", "cd", "ab"],
        ),
        (
            Arc::new(Date32Array::from(vec![Some(DAY as i32), None, Some(-1)])),
            Kind::Date,
            ["2024-01-01", "", "1969-12-31"],
        ),
        (
            Arc::new(Date64Array::from(vec![
                Some(DAY * 86_400_000),
                None,
                Some(-1),
            ])),
            Kind::Date,
            ["2024-01-01", "", "1969-12-31"],
        ),
        (
            Arc::new(TimestampSecondArray::from(vec![Some(noon), None, Some(-1)])),
            Kind::DateTime,
            ["2024-01-01T12:00:00", "", "1969-12-31T23:59:59"],
        ),
        (
            Arc::new(TimestampMillisecondArray::from(vec![
                Some(noon * 1_000 + 5),
                None,
                Some(0),
            ])),
            Kind::DateTime,
            ["2024-01-01T12:00:00.005", "", "1970-01-01T00:00:00"],
        ),
        (
            Arc::new(TimestampMicrosecondArray::from(vec![
                Some(noon * 1_000_000),
                None,
                Some(0),
            ])),
            Kind::DateTime,
            ["2024-01-01T12:00:00", "", "1970-01-01T00:00:00"],
        ),
        (
            Arc::new(TimestampNanosecondArray::from(vec![
                Some(noon * 1_000_000_000),
                None,
                Some(-1),
            ])),
            Kind::DateTime,
            ["2024-01-01T12:00:00", "", "1969-12-31T23:59:59.999999"],
        ),
        (
            Arc::new(Time32MillisecondArray::from(vec![
                Some(43_200_500),
                None,
                Some(0),
            ])),
            Kind::Text,
            ["12:00:00.500", "", "00:00:00"],
        ),
        (
            Arc::new(Time64MicrosecondArray::from(vec![
                Some(43_200_000_000),
                None,
                Some(0),
            ])),
            Kind::Text,
            ["12:00:00", "", "00:00:00"],
        ),
        (Arc::new(NullArray::new(3)), Kind::Text, ["", "", ""]),
        (
            decimal(9, 2, [1250, -5]),
            Kind::Decimal,
            ["12.5", "", "-0.05"],
        ),
        (
            decimal(30, 2, [1250, -5]),
            Kind::Decimal,
            ["12.5", "", "-0.05"],
        ),
        (
            decimal(30, 2, [123_456_789_012_345_678, 0]),
            Kind::Text,
            ["1234567890123456.78", "", "0"],
        ),
    ];
    for (array, expected_kind, expected) in cases {
        let shown = array.data_type().clone();
        let table = read_columns(vec![("x", array)]).unwrap().table;
        assert_eq!(
            (kind(&table, 0), labels(&table, 0)),
            (expected_kind, expected.map(String::from).to_vec()),
            "{shown}"
        );
    }
}

fn decimal(precision: u8, scale: i8, [first, last]: [i128; 2]) -> ArrayRef {
    let array = Decimal128Array::from(vec![Some(first), None, Some(last)]);
    Arc::new(array.with_precision_and_scale(precision, scale).unwrap())
}

#[test]
fn a_time_zone_is_told() {
    let times = TimestampMillisecondArray::from(vec![0]).with_timezone("Europe/Paris");
    let source = read_columns(vec![("seen", Arc::new(times))]).unwrap();
    assert_eq!(
        source.notes,
        ["times of \"seen\", whose time zone is Europe/Paris, are read as UTC"]
    );
    assert_eq!(labels(&source.table, 0), ["1970-01-01T00:00:00"]);
}

#[test]
fn every_compression_is_read() {
    let folder = folder();
    let gzip = Compression::GZIP(GzipLevel::default());
    let zstd = Compression::ZSTD(ZstdLevel::default());
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        gzip,
        zstd,
        Compression::LZ4_RAW,
    ] {
        let column: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "a"]));
        let file = foreign(&folder, "t.parquet", vec![("x", column)], compression);
        assert_eq!(
            labels(
                &read(&file, &ReadOptions::default(), &Silent).unwrap().table,
                0
            ),
            ["a", "b", "a"]
        );
    }
}
