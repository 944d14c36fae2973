import { posix } from 'node:path'
import { isKnown, type Word } from '../words/data.js'
import { isInert } from '../words/inert-programs.js'
import type { Inner, Invocation } from '../words/invocation.js'
import { withoutTestNames } from './test-names.js'

/** Number of leading words that may each be a command. Later words may be one when they name a known program. */
const mostWords = 40
const mostTexts = 16
const longestText = 4_000

/**
 * Returns what a program could start if it runs other programs, as `choom`, `ssh-agent` and many project tools do: each
 * of its words with those after it, and each word or value that reads like a command line. Nothing proves that it does
 * so.
 */
export function possibleCommands({ argv, name }: Invocation, runsOthers: (word: Word) => boolean): readonly Inner[] {
  if (name === '' || isInert(name)) return []
  const words = withoutTestNames({ argv, name })
  const commands = words.flatMap((word, index): Inner[] => {
    const isCandidate =
      isKnown(word) && /^[\w./+~]/.test(word.text) && !/\s/.test(word.text) && !isAmbiguousName(word.text)
    return isCandidate && (index < mostWords || isNotable(word, runsOthers))
      ? [{ kind: 'command', argv: words.slice(index) }]
      : []
  })
  const texts = words.flatMap((word) => textIn(word) ?? []).slice(0, mostTexts)
  return [...commands, ...texts.map((program): Inner => ({ kind: 'shell', program }))]
}

const destructive = /^(?:srm|rimraf|wipe\w*|shred|mk(?:fs|swap)\S*|blkdiscard|sgdisk|sfdisk|parted|kexec|killall5)$/

/**
 * Whether a name is one of those that do not indicate a command by themselves: tests, targets and services of projects
 * have them too, as in `pytest -k shutdown`.
 */
function isAmbiguousName(text: string): boolean {
  return /^(?:shutdown|reboot|halt|poweroff|(?:tel)?init)$/.test(posix.basename(text))
}

function isNotable(word: Word, runsOthers: (word: Word) => boolean): boolean {
  const name = posix.basename(word.text)
  return isInert(name) || destructive.test(name) || runsOthers(word)
}

/** Returns the text in `'rm -rf x'` and `--command='rm -rf x'`. */
function textIn(word: Word): Word | undefined {
  if (word.text.length > longestText || !/\S\s+\S/.test(word.text)) return undefined
  const value = /^-{0,2}[\w.:-]{1,80}[=:]\s*(\S[\s\S]*)$/.exec(word.text)?.[1]
  const text = value ?? word.text
  return isAmbiguousName(/^\S*/.exec(text)?.[0] ?? '') ? undefined : { ...word, text }
}
