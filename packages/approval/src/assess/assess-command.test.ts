import { beforeAll, describe, expect, test } from 'vitest'
import benign from '../corpus/benign.json' with { type: 'json' }
import classDangerous from '../corpus/class-dangerous.json' with { type: 'json' }
import classEveryday from '../corpus/class-everyday.json' with { type: 'json' }
import dangerous from '../corpus/dangerous.json' with { type: 'json' }
import evasions from '../corpus/evasions.json' with { type: 'json' }
import fieldDangerous from '../corpus/field-dangerous.json' with { type: 'json' }
import fieldEveryday from '../corpus/field-everyday.json' with { type: 'json' }
import fieldHardline from '../corpus/field-hardline.json' with { type: 'json' }
import hardline from '../corpus/hardline.json' with { type: 'json' }
import ownPolicy from '../corpus/own-policy.json' with { type: 'json' }
import startedByOthers from '../corpus/started-by-others.json' with { type: 'json' }
import { type AssessCommand, createCommandAssessor } from './assess-command.js'
import type { Verdict } from './assessment.js'

const context = { workingDirectory: '/home/dev/proj', home: '/home/dev' }
let assess: AssessCommand

beforeAll(async () => {
  assess = await createCommandAssessor()
})

interface Corpus {
  readonly name: string
  readonly commands: readonly string[]
  readonly least: number
  /** `flagged`: the command is asked about or refused. */
  readonly expected: Verdict | 'flagged'
}

const corpora: readonly Corpus[] = [
  { name: 'dangerous', commands: dangerous, least: 120, expected: 'ask' },
  { name: 'disguised', commands: evasions, least: 120, expected: 'ask' },
  { name: 'everyday', commands: benign, least: 200, expected: 'run' },
  { name: 'irreparable', commands: hardline, least: 60, expected: 'refuse' },
  { name: 'dangerous, from the field', commands: fieldDangerous, least: 350, expected: 'flagged' },
  { name: 'everyday, from the field', commands: fieldEveryday, least: 400, expected: 'run' },
  { name: 'irreparable, from the field', commands: fieldHardline, least: 30, expected: 'refuse' },
  { name: 'irreparable, started by another program', commands: startedByOthers, least: 350, expected: 'refuse' },
  { name: 'dangerous, by class', commands: classDangerous, least: 100, expected: 'flagged' },
  { name: 'everyday, close to a class', commands: classEveryday, least: 95, expected: 'run' },
  { name: 'self-serving', commands: ownPolicy, least: 80, expected: 'flagged' },
]

describe.each(corpora)('$name commands', ({ name, commands, least, expected }) => {
  test('gives every command its verdict', ({ annotate }) => {
    const wrong = commands
      .map((command) => ({ command, ...assess(command, context) }))
      .filter(({ verdict }) => (expected === 'flagged' ? verdict === 'run' : verdict !== expected))
      .map(({ command, verdict, reasons }) => `${verdict}: ${command} (${reasons.join(' ')})`)
    const mistakes = expected === 'run' ? 'false alarms' : 'misses'
    void annotate(`${name}: ${wrong.length} ${mistakes} in ${commands.length}`)
    expect(wrong).toEqual([])
    expect(new Set(commands).size).toBeGreaterThanOrEqual(least)
  })
})
