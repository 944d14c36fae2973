import { fromText, isKnown, unknownData, type Word } from '../words/data.js'
import type { Inner, Unwrap } from '../words/invocation.js'
import { readArguments } from '../words/options.js'

const unknownItem: Word = { ...unknownData, glob: false }

const findActions = new Set(['-exec', '-execdir', '-ok', '-okdir'])
/** A search with only these tests covers the whole tree. */
const broadTests = new Set([
  '-type',
  '-depth',
  '-d',
  '-mindepth',
  '-xdev',
  '-mount',
  '-print',
  '-follow',
  '-H',
  '-L',
  '-P',
  '-a',
  '-and',
  '-noleaf',
  '-print0',
  '-ignore_readdir_race',
])

const unwrapFind: Unwrap = ({ argv }) => {
  const { starts, isBroad } = readSearch(argv)
  const inner: Inner[] = []
  for (let at = 1; at < argv.length; at++) {
    const text = argv[at]?.text ?? ''
    if (findActions.has(text)) {
      const end = argv.findIndex((word, index) => index > at && /^[;+]$/.test(word.text))
      const template = argv.slice(at + 1, end < 0 ? undefined : end)
      inner.push(...substitute(template, '{}', isBroad ? starts : [unknownItem]))
      at += template.length
    }
    if (text === '-delete') inner.push(...deletion(isBroad ? starts : [unknownItem]))
    if (/^-f(?:print0?|ls|printf)$/.test(text) && argv[at + 1]) inner.push(write(argv[at + 1]))
  }
  return inner
}

function readSearch(argv: readonly Word[]): { starts: readonly Word[]; isBroad: boolean } {
  const isExpression = (word: Word) => /^(?:-(?!$)|[!(),])/.test(word.text)
  const first = argv.findIndex((word, index) => index > 0 && isExpression(word) && !/^-(?:[HLPD]|O\d)$/.test(word.text))
  const starts = argv.slice(1, first < 0 ? undefined : first).filter((word) => !word.text.startsWith('-'))
  const actions = argv.findIndex((word) => findActions.has(word.text) || word.text === '-delete')
  const tests = argv.slice(first < 0 ? argv.length : first, actions < 0 ? undefined : actions)
  const isBroad = tests.every((word) => !/^[-!]/.test(word.text) || broadTests.has(word.text))
  return { starts: starts.length > 0 ? starts : [fromText('.')], isBroad }
}

/** Treats running a program on everything below a folder as running it on the folder's tree. */
function substitute(template: readonly Word[], mark: string, items: readonly Word[]): Inner[] {
  if (template.length === 0) return []
  if (!template.some((word) => word.text.includes(mark))) return [{ kind: 'command', argv: template, bulk: true }]
  return items.map((item) => ({
    kind: 'command',
    bulk: true,
    argv: template.map((word) =>
      word.text.includes(mark)
        ? { ...word, text: word.text.replaceAll(mark, () => item.text), origin: item.origin }
        : word,
    ),
  }))
}

function deletion(items: readonly Word[]): Inner[] {
  return [{ kind: 'command', argv: [fromText('rm'), fromText('-r'), ...items], bulk: true }]
}

function write(target: Word | undefined): Inner {
  return { kind: 'command', argv: [], redirects: target ? [{ operator: '>', target }] : [] }
}

const unwrapXargs: Unwrap = ({ argv, stdin }) => {
  const { options, operands } = readArguments(argv.slice(1), {
    short: 'aEdILnPs',
    long: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-lines', 'max-chars', 'process-slot-var'],
    untilOperand: true,
  })
  const template = operands.length > 0 ? operands : [fromText('echo')]
  const replace = options.find((option) => /^(?:I|i|replace)$/.test(option.name))
  const mark = replace ? replace.value?.text || '{}' : undefined
  const items = toItems(stdin, options.find((option) => option.name === 'd')?.value?.text)
  if (mark !== undefined) return substitute(template, mark, items)
  return [{ kind: 'command', argv: [...template, ...items], bulk: true }]
}

function toItems(stdin: Parameters<typeof isKnown>[0] | undefined, delimiter: string | undefined): readonly Word[] {
  if (!stdin) return [unknownItem]
  if (!isKnown(stdin))
    return [{ ...stdin, text: stdin.text.length < 200 ? stdin.text.trim() : unknownData.text, glob: false }]
  const separator = delimiter ? new RegExp(`[\\n${delimiter.replace(/[\\\]^-]/g, '\\$&')}]+`) : /\s+/
  const items = stdin.text.replace(/["']/g, '').split(separator)
  return items.filter((item) => item !== '').map((text) => ({ ...stdin, text, glob: false }))
}

const unwrapParallel: Unwrap = ({ argv, stdin }) => {
  const colons = argv.findIndex((word) => /^:::/.test(word.text))
  const { operands } = readArguments(argv.slice(1, colons < 0 ? undefined : colons), {
    short: 'jPnNLIaSs',
    long: ['jobs', 'max-args', 'arg-file', 'joblog', 'results', 'delay', 'timeout'],
    untilOperand: true,
  })
  const items = colons < 0 ? toItems(stdin, '\n') : argv.slice(colons + 1)
  const text = operands.map((word) => word.text).join(' ')
  return items.map((item) => ({
    kind: 'shell',
    bulk: true,
    program: { ...item, text: text.includes('{}') ? text.replaceAll('{}', () => item.text) : `${text} ${item.text}` },
  }))
}

const unwrapFd: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => /^(?:-[xX]|--exec|--exec-batch)$/.test(word.text))
  if (at < 0) return []
  return substitute(argv.slice(at + 1), '{}', [unknownItem])
}

export const finderUnwraps: Readonly<Record<string, Unwrap>> = {
  find: unwrapFind,
  gfind: unwrapFind,
  bfs: unwrapFind,
  xargs: unwrapXargs,
  gxargs: unwrapXargs,
  parallel: unwrapParallel,
  fd: unwrapFd,
  fdfind: unwrapFd,
}
