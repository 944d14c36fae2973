import { resolve } from 'node:path'
import { HermesError } from '@hermes/core'

/** The source of a plugin. `source` is its canonical name, which is parsed as the same source again. */
export type PluginSource = { readonly source: string } & (
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'archive'; readonly url: string }
  | { readonly type: 'npm'; readonly name: string; readonly version: string | undefined }
  | { readonly type: 'git'; readonly url: string; readonly ref: string | undefined; readonly inner: string }
)

const word = String.raw`[\w.-]{1,100}`
const ref = String.raw`\w[\w.+-]{0,100}(?:/[\w.+-]{1,100}){0,4}`
const ofNpm = new RegExp(`^npm:((?:@${word}/)?${word})(?:@([\\w.+-]{1,100}))?$`)
const ofGitHub = new RegExp(`^github:(${word})/(${word})(?:@([\\w.+-]{1,100}))?((?:/${word}){0,8})$`)
const ofGit = new RegExp(
  `^((?:https|ssh|file)://[^\\s#]{1,500}|git@[\\w.-]{1,100}:[\\w./~-]{1,300})(?:#(${ref})?(?::([\\w./-]{1,300}))?)?$`,
)

/**
 * Parses `npm:name@version`, `github:owner/repository@ref/folder`, the address of a git repository or of an archive, or a path.
 * `#ref:folder` follows the address of a repository. A git reference with slashes needs that form.
 * @param workingDirectory The folder for relative paths.
 * @throws {HermesError} `plugin/manifest` for a text that begins like one of these but is not valid.
 */
export function parsePluginSource(text: string, workingDirectory: string): PluginSource {
  const [, name, version] = ofNpm.exec(text) ?? []
  if (name !== undefined) return { type: 'npm', source: text, name, version }
  const [, owner, repository, at, path = ''] = ofGitHub.exec(text) ?? []
  if (owner !== undefined && repository !== undefined)
    return atCommit(text, `https://github.com/${owner}/${repository}.git`, at, path.slice(1))
  const [, url, reference, inner = ''] = ofGit.exec(text) ?? []
  if (url !== undefined) {
    if (/^https:.*\.(?:zip|tgz|tar\.gz|tar)$/i.test(url)) return { type: 'archive', source: text, url }
    return atCommit(text, url, reference, inner)
  }
  if (/^(?:npm|github|https?|ssh|git):|^git@/.test(text)) throw unknown(text)
  const absolute = resolve(workingDirectory, text)
  return { type: 'file', source: absolute, path: absolute }
}

function atCommit(source: string, url: string, reference: string | undefined, inner: string): PluginSource {
  if (inner.split('/').includes('..') || reference?.includes('..')) throw unknown(source)
  return { type: 'git', source, url, ref: reference, inner }
}

function unknown(text: string): HermesError {
  return new HermesError(
    'plugin/manifest',
    `"${text}" is no source of a plugin: name a folder, an archive, npm:name@version, github:owner/repository or the https address of a git repository.`,
  )
}
