import { posix } from 'node:path'
import type { Word } from '../words/data.js'

/** A folder of this machine that a container sees at another path. */
interface Mount {
  readonly source: string
  readonly target: string
}

/** Rewrites the command of `docker run -v /:/host image rm -rf /host` to the paths on this machine. */
export function onThisMachine(options: readonly Word[], command: readonly Word[]): readonly Word[] | undefined {
  const mounts = options.flatMap((word, index) => mountOf(word.text, options[index - 1]?.text ?? '') ?? [])
  if (mounts.length === 0) return undefined
  // The deepest folder comes first, because it hides what the others contain at its path.
  const ordered = mounts.toSorted((a, b) => b.target.length - a.target.length)
  const words = command.map((word) => ({ ...word, text: ordered.reduce(replaceTarget, word.text) }))
  return words.some((word, index) => word.text !== command[index]?.text) ? words : undefined
}

function mountOf(text: string, before: string): Mount | undefined {
  const isValue = /^(?:-[a-zA-Z]*v|--volume|--mount)$/.test(before)
  const value = isValue ? text : /^(?:-v=?|--volume=|--mount=)(.+)$/s.exec(text)?.[1]
  if (value === undefined) return undefined
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(value)?.[1] ?? value.split(':')[0] ?? ''
  const target = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(value)?.[1] ?? value.split(':')[1] ?? ''
  const isHost = /^[/.~]/.test(source) && target.startsWith('/') && target.length > 1
  return isHost ? { source, target: posix.join(target, '.') } : undefined
}

/** Replaces whole components only: `/h` is part of neither `/home` nor `/x/h`. */
function replaceTarget(text: string, { source, target }: Mount): string {
  const [first = '', ...rest] = text.split(target)
  return rest.reduce((joined, part) => {
    const isWhole = /(?:^|[\s='"(:])$/.test(joined.slice(-1)) && /^(?:$|[/\s'");&|])/.test(part.slice(0, 1))
    return `${joined}${isWhole ? source : target}${part}`
  }, first)
}
