import { beforeAll, describe, expect, test } from 'vitest'
import { type AssessCommand, createCommandAssessor, type Verdict } from './assess-command.js'
import benign from './corpus/benign.json' with { type: 'json' }
import dangerous from './corpus/dangerous.json' with { type: 'json' }
import evasions from './corpus/evasions.json' with { type: 'json' }
import hardline from './corpus/hardline.json' with { type: 'json' }

const context = { workingDirectory: '/home/dev/proj', home: '/home/dev' }
let assess: AssessCommand

beforeAll(async () => {
  assess = await createCommandAssessor()
})

interface Corpus {
  readonly name: string
  readonly commands: readonly string[]
  readonly least: number
  readonly expected: Verdict
}

const corpora: readonly Corpus[] = [
  { name: 'dangerous', commands: dangerous, least: 120, expected: 'ask' },
  { name: 'disguised', commands: evasions, least: 120, expected: 'ask' },
  { name: 'everyday', commands: benign, least: 200, expected: 'run' },
  { name: 'irreparable', commands: hardline, least: 60, expected: 'refuse' },
]

describe.each(corpora)('$name commands', ({ commands, least, expected }) => {
  test('every one gets its verdict', ({ annotate }) => {
    const wrong = commands
      .map((command) => ({ command, ...assess(command, context) }))
      .filter(({ verdict }) => verdict !== expected)
      .map(({ command, verdict, reasons }) => `${verdict}: ${command} (${reasons.join(' ')})`)
    void annotate(`${commands.length - wrong.length} of ${commands.length} ${expected}`)
    expect(wrong).toEqual([])
    expect(new Set(commands).size).toBeGreaterThanOrEqual(least)
  })
})
