import { isAbsolute, resolve } from 'node:path'

/** Where a skill comes from. */
export type SkillSourcePlace =
  | { readonly type: 'folder' | 'archive'; readonly path: string }
  | { readonly type: 'download'; readonly url: string }
  | { readonly type: 'repository'; readonly url: string }

export interface ParsedSource {
  /** The canonical name: `github:anthropics/skills`, an address, an absolute path. */
  readonly source: string
  readonly place: SkillSourcePlace
  /** The folder in it, with `/`. Empty: all of it. */
  readonly inner: string
}

/** The source of copies of the skills that the program ships. */
export const bundledSource = 'bundled:'

const archive = /\.(?:zip|skill|tar|tgz|tar\.gz)$/i
const segment = String.raw`[\w.-]{1,100}`
const onGitHub = new RegExp(`^(?:github:)?(${segment})/(${segment})((?:/${segment}){0,8})$`)
const pathOnGitHub = new RegExp(`^/(${segment})/(${segment}?)(?:\\.git)?(?:/(tree|blob)/${segment}/(.{1,300}))?/?$`)

/**
 * Reads how people name a source: `owner/repository/folder` or `github:...` for GitHub, an https address of an archive or of a git
 * repository, a folder or an archive here. `#folder` at the end names a folder in it. `undefined`: it is none of these.
 */
export function parseSource(text: string, workingDirectory: string): ParsedSource | undefined {
  const [given = '', inner = ''] = text.trim().split('#')
  if (!isInner(inner)) return undefined
  if (/^https:\/\//i.test(given)) return ofUrl(given, inner)
  if (/^(?:ssh:\/\/|git@)[\w.@:/~-]+$/.test(given))
    return { source: given, place: { type: 'repository', url: given }, inner }
  const isPath = isAbsolute(given) || /^\.{1,2}(?:[/\\]|$)/.test(given)
  const github = onGitHub.exec(given)
  if (github && !isPath && !archive.test(given))
    return ofGitHub(github[1] ?? '', github[2] ?? '', github[3]?.slice(1) || inner)
  if (given === '' || /^[a-z][a-z+.-]*:\/\//i.test(given)) return undefined
  const path = resolve(workingDirectory, given)
  return { source: path, place: { type: archive.test(path) ? 'archive' : 'folder', path }, inner }
}

function ofUrl(given: string, inner: string): ParsedSource | undefined {
  if (!URL.canParse(given)) return undefined
  const { hostname, pathname } = new URL(given)
  const [, owner, repository, , path = ''] = pathOnGitHub.exec(pathname) ?? []
  if (hostname === 'github.com' && owner && repository) {
    return ofGitHub(owner, repository, path.replace(/\/?SKILL\.md$/i, '') || inner)
  }
  const type = archive.test(pathname) ? 'download' : 'repository'
  return { source: given, place: { type, url: given }, inner }
}

function ofGitHub(owner: string, name: string, inner: string): ParsedSource | undefined {
  const repository = name.replace(/\.git$/, '')
  if (!isInner(inner)) return undefined
  return {
    source: `github:${owner}/${repository}`,
    place: { type: 'download', url: `https://codeload.github.com/${owner}/${repository}/tar.gz/HEAD` },
    inner,
  }
}

function isInner(path: string): boolean {
  return !/^[/\\]|\\|\0/.test(path) && !path.split('/').some((part) => part === '..')
}
