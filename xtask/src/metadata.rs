//! What cargo knows of the packages, as far as the checks ask.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell;

#[derive(Deserialize)]
pub struct Metadata {
    pub packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
pub struct Package {
    pub id: String,
    pub name: String,
    pub license: Option<String>,
    pub dependencies: Vec<Dependency>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    pub rename: Option<String>,
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize)]
struct EdgeKind {
    kind: Option<String>,
}

impl Metadata {
    pub fn load() -> Result<Self> {
        let json = shell::output(&mut shell::cargo(["metadata", "--format-version", "1"]))?;
        serde_json::from_str(&json).context("cargo metadata has changed its form")
    }

    /// The packages of the workspace.
    pub fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.workspace_members.contains(&package.id))
    }

    /// Everything else that ends up in what is built from a package: its dependencies, all the way down.
    pub fn shipped_with<'a>(&'a self, package: &'a Package) -> Vec<&'a Package> {
        let mut ids = vec![package.id.as_str()];
        let mut next = 0;
        while let Some(id) = ids.get(next) {
            let new: Vec<&str> = self.shipped_edges(id).filter(|id| !ids.contains(id)).collect();
            ids.extend(new);
            next += 1;
        }
        self.packages.iter().filter(|package| ids[1..].contains(&package.id.as_str())).collect()
    }

    fn shipped_edges(&self, id: &str) -> impl Iterator<Item = &str> {
        let node = self.resolve.nodes.iter().find(|node| node.id == id);
        let edges = node.into_iter().flat_map(|node| &node.deps);
        edges
            .filter(|edge| edge.dep_kinds.iter().any(|k| is_shipped(k.kind.as_deref())))
            .map(|edge| edge.pkg.as_str())
    }
}

impl Package {
    pub fn folder(&self) -> &Path {
        self.manifest_path.parent().expect("a manifest lies in a folder")
    }

    /// The dependencies but for those of tests.
    pub fn shipped_dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.dependencies.iter().filter(|dependency| is_shipped(dependency.kind.as_deref()))
    }
}

fn is_shipped(kind: Option<&str>) -> bool {
    kind != Some("dev")
}
