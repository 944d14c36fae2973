import type { PathClasses } from '../places/paths.js'
import { pathOf } from '../shell/frame.js'
import type { Word } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'
import { removedFiles, writtenFiles } from './file-effects.js'

/** One way in which a single invocation is dangerous. */
export interface Rule {
  /** One sentence for the person who is asked. */
  readonly reason: string
  /** The programs that the rule applies to. Default: all. */
  readonly programs?: readonly string[]
  test(subject: Subject): boolean
}

/** An invocation with the values that rules check. */
export interface Subject {
  readonly invocation: Invocation
  readonly paths: PathClasses
  /** The arguments after the program, as strings. */
  readonly args: readonly string[]
  /** Absolute paths that the invocation writes to, as far as they are known. */
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Returns the absolute path that an argument names, or `undefined` when the folder is unknown. */
  resolve(word: Word): string | undefined
}

export function createSubject(invocation: Invocation, paths: PathClasses, home: string): Subject {
  const resolve = (word: Word) => pathOf(word, invocation.cwd, home)
  const resolveAll = (words: readonly Word[]) => words.flatMap((word) => resolve(word) ?? [])
  return {
    invocation,
    paths,
    args: invocation.argv.slice(1).map((word) => word.text),
    written: resolveAll(writtenFiles(invocation)),
    removed: resolveAll(removedFiles(invocation)),
    resolve,
  }
}

/** Returns the first argument that is not an option: `delete` in `kubectl -n x delete pod`. */
export function subcommandOf(args: readonly string[], valueOptions: RegExp = /^$/): string {
  return operandsOf(args, valueOptions)[0] ?? ''
}

/** Returns the arguments that are neither options nor values of the given options. */
export function operandsOf(args: readonly string[], valueOptions: RegExp = /^$/): readonly string[] {
  return args.filter((arg, index) => !arg.startsWith('-') && (index === 0 || !valueOptions.test(args[index - 1] ?? '')))
}

/** Detects short flags in clusters and (prefixes of) long names, before `--`. */
export function hasFlag(args: readonly string[], letters: string, ...names: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => {
    if (arg.startsWith('--')) {
      const name = arg.slice(2).split('=', 1)[0] ?? ''
      return name !== '' && names.some((full) => full.startsWith(name))
    }
    return /^-[A-Za-z0-9]/.test(arg) && [...letters].some((letter) => arg.includes(letter))
  })
}

export function asksForHelp(args: readonly string[]): boolean {
  const [first] = args
  return (
    args.some((arg) => /^--(?:help|usage)$/.test(arg)) ||
    (args.length === 1 && /^(?:-h|-V|help|--version)$/.test(first ?? ''))
  )
}
