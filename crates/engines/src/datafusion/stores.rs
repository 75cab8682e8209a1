//! Where files are: this machine's file system, and S3-compatible stores that the environment describes.

use std::sync::Arc;
use std::time::Duration;

use ::datafusion::common::DataFusionError;
use ::datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use object_store::aws::AmazonS3Builder;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use url::Url;

/// How long a store that does not answer is asked again.
const PATIENCE: Duration = Duration::from_secs(20);

/// The file system, and S3 with the credentials and the endpoint of the environment (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
/// `AWS_REGION`, `AWS_ENDPOINT`, `AWS_ALLOW_HTTP`, …). Every process reads its own environment: credentials never travel in a plan.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    known: DefaultObjectStoreRegistry,
}

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.known.register_store(url, store)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>, DataFusionError> {
        if let Ok(store) = self.known.get_store(url) {
            return Ok(store);
        }
        if !matches!(url.scheme(), "s3" | "s3a") {
            return Err(DataFusionError::Configuration(
                "only files and s3:// addresses are known".into(),
            ));
        }
        let bucket = url.host_str().unwrap_or_default();
        let retry = RetryConfig {
            max_retries: 3,
            retry_timeout: PATIENCE,
            ..RetryConfig::default()
        };
        let patient = ClientOptions::new().with_connect_timeout(PATIENCE);
        let plain =
            std::env::var("AWS_ALLOW_HTTP").is_ok_and(|value| value.eq_ignore_ascii_case("true"));
        let store: Arc<dyn ObjectStore> = Arc::new(
            AmazonS3Builder::from_env()
                .with_client_options(patient.with_allow_http(plain))
                .with_retry(retry)
                .with_bucket_name(bucket)
                .build()?,
        );
        self.known.register_store(url, store.clone());
        Ok(store)
    }
}
