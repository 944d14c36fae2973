import { UNKNOWN } from '../words/data.js'
import { type Piece, quoted } from './piece.js'
import { readVariable, resolvePath, type Scope } from './scope.js'

export function expandTilde(pieces: readonly Piece[], scope: Scope): readonly Piece[] {
  const [first, ...rest] = pieces
  if (!first || first.quoted || first.split || !first.text.startsWith('~')) return pieces
  const match = /^~([\w.+-]*)(\/|$)/.exec(first.text)
  if (!match || (match[2] === '' && rest[0] && !'{,}'.includes(rest[0].text))) return pieces
  const folder = homeOf(match[1] ?? '', scope)
  return [quoted(folder), { ...first, text: first.text.slice(1 + (match[1]?.length ?? 0)) }, ...rest]
}

function homeOf(user: string, scope: Scope): string {
  if (user === '') return readVariable(scope, 'HOME')?.[0]?.text ?? scope.home
  if (user === '+') return scope.cwd ?? UNKNOWN
  if (user === '-') return UNKNOWN
  if (user === 'root') return '/root'
  return resolvePath(`../${user}`, scope.home) ?? UNKNOWN
}
