use tokio_postgres::Client;

use crate::store::StoreError;

/// The oldest PostgreSQL that is known to do.
const OLDEST: i32 = 13;

/// Refuses what no games can be kept in, before anything is done there.
pub async fn check_server(client: &Client) -> Result<(), StoreError> {
    let query = "SELECT current_setting('server_version_num')::INT / 10000, current_setting('server_encoding'), \
                 current_schema() IS NOT NULL, current_setting('transaction_read_only') = 'on'";
    let row = client.query_one(query, &[]).await.map_err(|error| StoreError::from(error).of_question())?;
    let (version, encoding): (i32, String) = (row.try_get(0)?, row.try_get(1)?);
    let (has_schema, only_reads): (bool, bool) = (row.try_get(2)?, row.try_get(3)?);
    let trouble = if version < OLDEST {
        format!("this is PostgreSQL {version}, and Tabiya needs {OLDEST} or a newer one")
    } else if encoding != "UTF8" {
        format!(
            "this database has the encoding {encoding}, in which not every name can be written: Tabiya needs one of UTF8 \
             (`createdb --encoding=UTF8 --template=template0`)"
        )
    } else if !has_schema {
        "the schema that the address names (`search_path`) is not in this database".to_owned()
    } else if only_reads {
        "this database can only be read: it is a standby, or its settings say so (`default_transaction_read_only`)".to_owned()
    } else {
        return Ok(());
    };
    Err(StoreError::Other(trouble))
}
