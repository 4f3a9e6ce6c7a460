//! The server behind the page: its files, the hero, and a stream of news about the project.
//!
//! It listens on the loopback address only. Other sites could still reach it through a name that they let point here
//! (DNS rebinding), so a request must name this machine in its Host header.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::watch::Receiver;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::page;
use crate::failure::Failure;

/// The default port, if it is free.
const PORT: u16 = 4173;

/// A request's head must come within it.
const ASKING_TIME: Duration = Duration::from_secs(5);

/// Nothing from elsewhere and nothing to elsewhere. Isolated from other sites, the page also has a clock fine enough to
/// time the engine.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// What there is to show, and what hinders the project from being shown as it is.
#[derive(Debug, Clone)]
pub struct News {
    /// The last pack that could be built.
    pub pack: Bytes,
    /// Tells packs apart.
    pub version: String,
    /// A pack of further shapes; empty but for the built-in character.
    pub shapes: Bytes,
    /// The mesh that is drawn, as GLB, and how it follows the skeleton, as JSON; empty where the project has none.
    pub mesh: Bytes,
    pub binding: String,
    /// What the project gave cause for, a line each.
    pub warnings: String,
    /// Why the present project cannot be built.
    pub problem: Option<String>,
}

/// A port, ready to serve.
pub struct Server {
    listener: TcpListener,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Takes the port that was asked for, else the usual one, else any.
    pub fn bind(port: Option<u16>) -> Result<Self, Failure> {
        let local = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => local(port),
            None => local(PORT).or_else(|_| local(0)),
        };
        let refused = |why| Failure::Port { port: port.unwrap_or(PORT), why };
        let listener = listener.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address })
    }

    /// Answers until the program ends.
    pub fn run(self, news: Receiver<News>) -> Result<(), Failure> {
        self.serve(news).map_err(|why| Failure::unreadable(Path::new("the network"), why))
    }

    fn serve(self, news: Receiver<News>) -> io::Result<()> {
        self.listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = router(news);
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => drop(tokio::spawn(answer(stream, router.clone()))),
                    // Too many are connected; those that do not ask for anything will be gone soon.
                    Err(_) => tokio::time::sleep(ASKING_TIME / 10).await,
                }
            }
        })
    }
}

/// Answers one connection. One that does not ask within its time is closed.
async fn answer(stream: tokio::net::TcpStream, router: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(ASKING_TIME);
    // A connection that breaks is the other side's affair.
    let _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await;
}

fn router(news: Receiver<News>) -> Router {
    let mut router = Router::new()
        .route("/hero.adverb", get(hero))
        .route("/shapes.adverb", get(shapes))
        .route("/character.glb", get(mesh))
        .route("/character.json", get(binding))
        .route("/warnings", get(warnings))
        .route("/events", get(events));
    for file in &page::FILES {
        let answer = move || async move { ([(header::CONTENT_TYPE, file.kind)], file.bytes) };
        router = router.route(file.path, get(answer));
    }
    router
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is no such file here.\n") })
        .layer(middleware::from_fn(guard))
        .with_state(news)
}

async fn hero(State(news): State<Receiver<News>>) -> impl IntoResponse {
    let News { pack, version, .. } = news.borrow().clone();
    ([(header::CONTENT_TYPE, "application/octet-stream".into()), (header::ETAG, version)], pack)
}

async fn shapes(State(news): State<Receiver<News>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/octet-stream")], news.borrow().shapes.clone())
}

async fn mesh(State(news): State<Receiver<News>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "model/gltf-binary")], news.borrow().mesh.clone())
}

async fn binding(State(news): State<Receiver<News>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], news.borrow().binding.clone())
}

async fn warnings(State(news): State<Receiver<News>>) -> impl IntoResponse {
    news.borrow().warnings.clone()
}

/// The present state at once, and every later one.
async fn events(State(news): State<Receiver<News>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = WatchStream::new(news).map(|news| {
        Ok(match news.problem {
            Some(problem) => Event::default().event("problem").data(problem),
            None => Event::default().event("pack").data(news.version),
        })
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// `127.0.0.1` or `localhost`, with or without a port.
fn is_this_machine(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    ["127.0.0.1", "localhost"].iter().any(|own| own.eq_ignore_ascii_case(name)) && port.parse::<u16>().is_ok()
}

/// Only for this machine, by its own names.
async fn guard(request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let named = |host: &HeaderValue| host.to_str().is_ok_and(is_this_machine);
    let asked_elsewhere = request.uri().authority().is_some_and(|host| !is_this_machine(host.as_str()));
    let mut response = if hosts.next().is_some_and(named) && hosts.next().is_none() && !asked_elsewhere {
        next.run(request).await
    } else {
        (StatusCode::MISDIRECTED_REQUEST, "Ask for this page by its address on this machine.\n")
            .into_response()
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
