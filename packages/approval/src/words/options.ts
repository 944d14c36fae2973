import type { Word } from './data.js'

export interface OptionSpec {
  /** Short options that take a value: `'un'`. */
  readonly short?: string
  /** Long options that take a value in the next argument. */
  readonly long?: readonly string[]
  /** Whether options end at the first operand, as for programs that run another program. */
  readonly untilOperand?: boolean
}

export interface Option {
  /** One letter, or a long name without its dashes. */
  readonly name: string
  readonly isLong: boolean
  readonly value?: Word
}

export interface Arguments {
  readonly options: readonly Option[]
  readonly operands: readonly Word[]
}

/**
 * Parses arguments like getopt: clusters, values, `--`, options after operands. `words` does not include the program's
 * name.
 */
export function readArguments(words: readonly Word[], spec: OptionSpec = {}): Arguments {
  const options: Option[] = []
  const operands: Word[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (!word) break
    if (word.text === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!word.text.startsWith('-') || word.text === '-') {
      operands.push(...(spec.untilOperand ? words.slice(index) : [word]))
      if (spec.untilOperand) break
      continue
    }
    const read = word.text.startsWith('--')
      ? readLong(word, words[index + 1], spec)
      : readShort(word, words[index + 1], spec)
    options.push(...read.options)
    if (read.tookNext) index++
  }
  return { options, operands }
}

/** GNU programs accept any unambiguous prefix of a long name: `--recurs`. */
export function hasOption(args: Arguments, ...names: readonly string[]): boolean {
  return findOption(args, ...names) !== undefined
}

export function findOption(args: Arguments, ...names: readonly string[]): Option | undefined {
  return args.options.find((option) =>
    names.some((name) => (option.isLong ? name.length > 1 && name.startsWith(option.name) : option.name === name)),
  )
}

export function optionValues(args: Arguments, ...names: readonly string[]): readonly Word[] {
  return args.options
    .filter(
      (option) =>
        names.includes(option.name) ||
        (option.isLong && names.some((name) => name.length > 1 && name.startsWith(option.name))),
    )
    .flatMap((option) => (option.value ? [option.value] : []))
}

interface Read {
  readonly options: readonly Option[]
  readonly tookNext: boolean
}

function readLong(word: Word, next: Word | undefined, spec: OptionSpec): Read {
  const equals = word.text.indexOf('=')
  if (equals >= 0) {
    const value = { ...word, text: word.text.slice(equals + 1) }
    return { options: [{ name: word.text.slice(2, equals), isLong: true, value }], tookNext: false }
  }
  const name = word.text.slice(2)
  const takesNext = next !== undefined && (spec.long?.includes(name) ?? false)
  return { options: [{ name, isLong: true, ...(takesNext ? { value: next } : {}) }], tookNext: takesNext }
}

function readShort(word: Word, next: Word | undefined, spec: OptionSpec): Read {
  const options: Option[] = []
  for (let at = 1; at < word.text.length && at < 40; at++) {
    const name = word.text[at] ?? ''
    if (!spec.short?.includes(name)) {
      options.push({ name, isLong: false })
      continue
    }
    const rest = word.text.slice(at + 1)
    const value = rest === '' ? next : { ...word, text: rest }
    options.push({ name, isLong: false, ...(value ? { value } : {}) })
    return { options, tookNext: rest === '' && next !== undefined }
  }
  return { options, tookNext: false }
}
