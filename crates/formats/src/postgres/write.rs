//! Writing: the table and its rows in one transaction that is committed by [`Staged::commit`].

use std::io::Cursor;
use std::pin::pin;

use bauta_table::{Progress, Stage, Table};
use futures_util::SinkExt;
use tokio_postgres::CopyInSink;

use super::catalog::{self, Relation, Wanted};
use super::session::{Session, Transaction};
use super::{encode, failure, quoted};
use crate::error::{Error, Result};
use crate::options::WriteOptions;
use crate::staged::{Commit, Staged};

/// Bytes that are sent at once.
const PACKET: usize = 1 << 17;

pub(super) fn stage(
    table: &Table,
    url: &str,
    name: &str,
    options: &WriteOptions,
    progress: &dyn Progress,
) -> Result<Staged> {
    let wanted = Wanted::parse(name)?;
    let faults = encode::faults(table, &wanted.table);
    if !faults.is_empty() {
        return Err(Error::data(name, faults));
    }
    let session = Session::open(url, name, progress)?;
    let transaction = Transaction::begin(session, progress)?;
    transaction.run(async |session| {
        make_room(session, &wanted, options.force, progress).await?;
        let columns = table.attributes().iter();
        let declared = columns.map(|a| {
            format!(
                "{} {}",
                quoted(&a.name),
                encode::type_name(a.column.dictionary().kind())
            )
        });
        let create = format!(
            "CREATE TABLE {} ({})",
            wanted.sql(),
            declared.collect::<Vec<_>>().join(", ")
        );
        session
            .answer(session.client.batch_execute(&create), progress)
            .await?;
        fill(session, table, &wanted, progress).await
    })?;
    Ok(Staged::new(Open(transaction)))
}

struct Open(Transaction);

impl Commit for Open {
    fn commit(self: Box<Self>) -> Result<()> {
        self.0.commit()
    }
}

/// Refuses what is there under the name, or removes it.
pub(super) async fn make_room(
    session: &Session,
    wanted: &Wanted,
    force: bool,
    progress: &dyn Progress,
) -> Result<()> {
    let Some(old) = catalog::find(session, wanted, false, progress).await? else {
        return Ok(());
    };
    if !force {
        return Err(Error::Exists {
            name: session.shown.clone(),
        });
    }
    let Some(kind) = kind_name(&old) else {
        return Err(failure::plain(
            &session.shown,
            "something that is no table has this name; choose another",
        ));
    };
    let drop = format!("DROP {kind} {}.{}", quoted(&old.schema), quoted(&old.name));
    session
        .answer(session.client.batch_execute(&drop), progress)
        .await
}

fn kind_name(old: &Relation) -> Option<&'static str> {
    match old.kind.as_str() {
        "r" | "p" => Some("TABLE"),
        "v" => Some("VIEW"),
        "m" => Some("MATERIALIZED VIEW"),
        "f" => Some("FOREIGN TABLE"),
        _ => None,
    }
}

async fn fill(
    session: &Session,
    table: &Table,
    wanted: &Wanted,
    progress: &dyn Progress,
) -> Result<()> {
    let sql = format!("COPY {} FROM STDIN (FORMAT binary)", wanted.sql());
    let sink: CopyInSink<Cursor<Vec<u8>>> = session
        .answer(session.client.copy_in(&sql), progress)
        .await?;
    let mut sink = pin!(sink);
    let mut packet = Vec::with_capacity(2 * PACKET);
    encode::header(&mut packet);
    let total = table.rows() as u64;
    for row in 0..table.rows() {
        encode::row(table, row, &mut packet);
        if packet.len() >= PACKET {
            let full = std::mem::replace(&mut packet, Vec::with_capacity(2 * PACKET));
            session
                .answer(sink.send(Cursor::new(full)), progress)
                .await?;
            tell(progress, row as u64 + 1, total)?;
        }
    }
    encode::trailer(&mut packet);
    session
        .answer(sink.send(Cursor::new(packet)), progress)
        .await?;
    session.answer(sink.as_mut().finish(), progress).await?;
    tell(progress, total, total)
}

fn tell(progress: &dyn Progress, done: u64, total: u64) -> Result<()> {
    progress.tell(Stage::Write, done, Some(total));
    if progress.cancelled() {
        Err(Error::Cancelled)
    } else {
        Ok(())
    }
}
