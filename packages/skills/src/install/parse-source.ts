import { isAbsolute, resolve } from 'node:path'
import { clawHubId, lobeHubId } from '../hub/hub-ids.js'
import { isInnerPath } from '../hub/is-inner-path.js'

/** Where a skill comes from. */
export type SkillSourcePlace =
  | { readonly type: 'folder' | 'archive'; readonly path: string }
  | { readonly type: 'download'; readonly url: string }
  | { readonly type: 'repository'; readonly url: string }
  | { readonly type: 'clawhub' | 'lobehub'; readonly id: string }
  | { readonly type: 'well-known' | 'document'; readonly url: string }
  | { readonly type: 'mcp'; readonly server: string }

export interface ParsedSource {
  /** The canonical name: `github:anthropics/skills`, an address, an absolute path. */
  readonly source: string
  readonly place: SkillSourcePlace
  /** The folder in the source, with `/`. Empty: all of it. */
  readonly inner: string
  /** The name of the one skill to install, wherever it is in the source. */
  readonly only?: string
}

/** The file extensions of archives. */
export const archiveEnding = /\.(?:zip|skill|tar|tgz|tar\.gz)$/i
const onHub = /^(clawhub|lobehub|mcp|skills-sh|well-known):@?(.{1,500})$/
const segment = String.raw`[\w.-]{1,100}`
const onSkillsSh = new RegExp(`^(${segment})/(${segment})/(${segment})$`)
const onGitHub = new RegExp(`^(?:github:)?(${segment})/(${segment})((?:/${segment}){0,8})$`)
const pathOnGitHub = new RegExp(`^/(${segment})/(${segment}?)(?:\\.git)?(?:/(tree|blob)/${segment}/(.{1,300}))?/?$`)

/**
 * Parses the ways in which people name a source: `owner/repository/folder` or `github:...` for GitHub, `clawhub:name`,
 * `lobehub:name`, `skills-sh:owner/repository/name`, `mcp:server` for a configured MCP server, an https address of an
 * archive, a git repository, a SKILL.md or a site that lists skills, or a local folder or archive. `#folder` at the end
 * names a folder in it. Returns `undefined` for anything else.
 */
export function parseSource(text: string, workingDirectory: string): ParsedSource | undefined {
  const [given = '', inner = ''] = text.trim().split('#')
  if (!isInnerPath(inner)) return undefined
  if (/^https:\/\//i.test(given)) return ofUrl(given, inner)
  const [, hub, id = ''] = onHub.exec(given) ?? []
  if (hub) return ofHub(hub, id, inner)
  if (/^(?:ssh:\/\/|git@)[\w.@:/~-]+$/.test(given))
    return { source: given, place: { type: 'repository', url: given }, inner }
  const isPath = isAbsolute(given) || /^\.{1,2}(?:[/\\]|$)/.test(given)
  const github = onGitHub.exec(given)
  if (github && !isPath && !archiveEnding.test(given))
    return ofGitHub(github[1] ?? '', github[2] ?? '', github[3]?.slice(1) || inner)
  if (given === '' || /^[a-z][a-z+.-]*:\/\//i.test(given)) return undefined
  const path = resolve(workingDirectory, given)
  return { source: path, place: { type: archiveEnding.test(path) ? 'archive' : 'folder', path }, inner }
}

function ofUrl(given: string, inner: string): ParsedSource | undefined {
  if (!URL.canParse(given)) return undefined
  const { hostname, pathname } = new URL(given)
  const [, owner, repository, , path = ''] = pathOnGitHub.exec(pathname) ?? []
  if (hostname === 'github.com' && owner && repository) {
    return ofGitHub(owner, repository, path.replace(/\/?SKILL\.md$/i, '') || inner)
  }
  return { source: given, place: { type: typeOf(pathname), url: given }, inner }
}

function typeOf(pathname: string): 'download' | 'document' | 'well-known' | 'repository' {
  if (archiveEnding.test(pathname)) return 'download'
  if (/\.md$/i.test(pathname)) return 'document'
  // No repository is at the root of a host.
  return pathname === '/' || pathname.endsWith('/index.json') ? 'well-known' : 'repository'
}

function ofHub(hub: string, id: string, inner: string): ParsedSource | undefined {
  if (hub === 'well-known') {
    const isAddress = /^https:\/\//i.test(id) && URL.canParse(id)
    return isAddress ? { source: `well-known:${id}`, place: { type: hub, url: id }, inner } : undefined
  }
  if (hub === 'clawhub' && clawHubId.test(id)) return { source: `clawhub:${id}`, place: { type: hub, id }, inner }
  if (hub === 'lobehub' && lobeHubId.test(id)) return { source: `lobehub:${id}`, place: { type: hub, id }, inner }
  if (hub === 'mcp')
    return /^[\w-]{1,32}$/.test(id) ? { source: `mcp:${id}`, place: { type: hub, server: id }, inner } : undefined
  const [, owner = '', repository = '', only = ''] = hub === 'skills-sh' ? (onSkillsSh.exec(id) ?? []) : []
  const found = only === '' ? undefined : ofGitHub(owner, repository, '')
  return found && { ...found, only }
}

function ofGitHub(owner: string, name: string, inner: string): ParsedSource | undefined {
  const repository = name.replace(/\.git$/, '')
  if (!isInnerPath(inner)) return undefined
  return {
    source: `github:${owner}/${repository}`,
    place: { type: 'download', url: `https://codeload.github.com/${owner}/${repository}/tar.gz/HEAD` },
    inner,
  }
}
