import { posix } from 'node:path'
import type { Word } from '../words/data.js'
import { couldMatch } from '../words/glob.js'
import type { Subject } from './rule.js'

/** Files in a home that a pattern may lead to. */
const names = (
  '.netrc .npmrc .pgpass .my.cnf .pypirc .git-credentials .vault-token .bash_history .zsh_history .ssh/id_rsa ' +
  '.ssh/id_ed25519 .ssh/id_ecdsa .aws/credentials .aws/config .kube/config .docker/config.json .gnupg/secring.gpg'
)
  .split(' ')
  .map((name) => name.split('/'))

/** Whether a word names a private key or a credential store: as a path from any folder, as a pattern, or as a `file:` address. */
export function namesCredential(word: Word, { resolve, paths }: Pick<Subject, 'resolve' | 'paths'>): boolean {
  const text = word.text.replace(/^--url=/, '').replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '')
  const path = resolve({ ...word, text })
  if (path === undefined) return false
  return paths.isCredential(path) || (word.glob && /[*?[]/.test(path) && mayMatch(path, paths))
}

/** Whether a pattern may match a path. As in the shell, it matches a name with a leading dot only if it has one. */
function mayMatch(path: string, paths: Subject['paths']): boolean {
  const parts = path.split('/')
  return names.some((name) => {
    const at = parts.length - name.length
    if (at < 1 || !paths.isCredential(posix.join(parts.slice(0, at).join('/'), ...name))) return false
    return name.every((part, index) => {
      const pattern = parts[at + index] ?? ''
      return part.startsWith('.') === /^[.[]/.test(pattern) && couldMatch(pattern, part)
    })
  })
}
