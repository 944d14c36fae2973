import { resolve } from 'node:path'
import { realPath } from '../git-structure.js'

/** Setting with its new values, which are empty when it was removed. */
export interface SettingChange {
  /** Key as git prints it: `remote.origin.url`, with section and name in lower case. */
  readonly key: string
  readonly values: readonly string[]
}

/** Context in which a change is judged. */
export interface Surroundings {
  /** Base of relative paths. */
  readonly workTree: string
  /** Addresses of remotes that already existed. */
  readonly knownAddresses: ReadonlySet<string>
  /** Returns whether commands can write to a path, and could therefore place a repository with hooks there. */
  isWritable(path: string): boolean
}

type Judge = (value: string, surroundings: Surroundings) => boolean

const oneOf =
  (...allowed: readonly string[]): Judge =>
  (value) =>
    allowed.includes(value.toLowerCase())
const matching =
  (pattern: RegExp): Judge =>
  (value) =>
    pattern.test(value)

const booleans = ['true', 'false', 'yes', 'no', 'on', 'off', '1', '0']
const isText = matching(/^(?!-)/)
const isReference = matching(/^refs\/[^\s:]+$/)
const isRebase = oneOf(...booleans, 'merges', 'interactive')

/** Settings that neither execute nor include anything, with the values that may be kept. `*` stands for the name of a section. */
const harmless: Readonly<Record<string, Judge>> = {
  'remote.*.url': isAddress,
  'remote.*.pushurl': isAddress,
  'remote.*.fetch': matching(/^[+^]?refs\/[^\s:]+(?::refs\/[^\s:]+)?$/),
  'remote.*.tagopt': oneOf('--tags', '--no-tags'),
  'remote.*.prune': oneOf(...booleans),
  'remote.pushdefault': isText,
  'branch.*.remote': isText,
  'branch.*.pushremote': isText,
  'branch.*.merge': isReference,
  'branch.*.rebase': isRebase,
  'submodule.*.url': isAddress,
  'submodule.*.active': oneOf(...booleans),
  'user.name': isText,
  'user.email': isText,
  'init.defaultbranch': isText,
  'push.default': oneOf('nothing', 'current', 'upstream', 'tracking', 'simple', 'matching'),
  'push.autosetupremote': oneOf(...booleans),
  'push.followtags': oneOf(...booleans),
  'pull.rebase': isRebase,
  'pull.ff': oneOf(...booleans, 'only'),
  'merge.ff': oneOf(...booleans, 'only'),
  'fetch.prune': oneOf(...booleans),
  'core.autocrlf': oneOf(...booleans, 'input'),
  'core.eol': oneOf('lf', 'crlf', 'native'),
  'core.ignorecase': oneOf(...booleans),
}

/** Returns whether a change cannot make git execute or include anything. */
export function isHarmless({ key, values }: SettingChange, surroundings: Surroundings): boolean {
  const judge = harmless[patternOf(key)]
  return judge !== undefined && values.every((value) => isPlain(value) && judge(value, surroundings))
}

/** Returns whether the value of a setting is the name of a remote. Git treats an unknown name as an address. */
export function namesRemote(key: string): boolean {
  return ['branch.*.remote', 'branch.*.pushremote', 'remote.pushdefault'].includes(patternOf(key))
}

/** Returns the pattern of a key: `remote.a.b.url` becomes `remote.*.url`, because the name of a section may contain dots. */
function patternOf(key: string): string {
  const [section = '', ...rest] = key.split('.')
  const name = rest.pop() ?? ''
  return rest.length === 0 ? `${section}.${name}` : `${section}.*.${name}`
}

function isPlain(value: string): boolean {
  return value !== '' && value.length <= 4_096 && !/\p{Cc}/u.test(value)
}

/** Address with a scheme or as `user@host:path`. Prefixes such as `ext::` start programs, and so would a leading hyphen. */
const remoteAddress =
  /^(?:(?:https?|ssh|git):\/\/(?:[^@/\s-][^@/\s]*@)?[^@/\s-]\S*|(?:\w[\w.-]*@)?[a-z0-9][\w.-]*:(?!\/\/)[^\s:-]\S*)$/i

/** Returns whether an address is harmless. A push to a folder runs its hooks, so commands must not be able to write them or a link to them. */
function isAddress(value: string, { workTree, knownAddresses, isWritable }: Surroundings): boolean {
  if (knownAddresses.has(value) || remoteAddress.test(value)) return true
  const path = value.replace(/^file:\/\/(?=\/)/, '')
  if (path.startsWith('-') || path.startsWith('~') || path.includes(':')) return false
  const place = resolve(workTree, path)
  return realPath(place) === place && !isWritable(place)
}
