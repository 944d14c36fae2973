import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import benign from '../corpus/benign.json' with { type: 'json' }
import evasions from '../corpus/evasions.json' with { type: 'json' }
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

const context = { workingDirectory: '/home/dev/proj', home: '/home/dev' }
let assess: AssessCommand

beforeAll(async () => {
  assess = await createCommandAssessor()
})

const words = String.raw`rm -rf / $HOME $( ) ' " $' \ { , } ( ) ; && || | & < > << EOF # * ? [ ] = x= $x eval sh -c python3 sed awk if`
const pieces = fc.constantFrom(
  ...words.split(' '),
  ...'then fi for do done case esac function'.split(' '),
  `\${x:-a}`,
  '`',
  '\n',
  ' ',
  '\t',
  '\u{1f600}',
  '\u0000',
  '\ud800',
)
const scrambled = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(' '))
const cut = fc
  .tuple(fc.constantFrom(...evasions, ...benign), fc.nat(), fc.string({ unit: 'binary', maxLength: 5 }))
  .map(([command, at, text]) => command.slice(0, at % (command.length + 1)) + text)

test('any text gets a verdict, and the same one twice', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), scrambled, cut), (command) => {
      const first = assess(command, context)
      expect(['run', 'ask', 'refuse']).toContain(first.verdict)
      expect(first.reasons.length > 0).toBe(first.verdict !== 'run')
      expect(assess(command, context)).toEqual(first)
    }),
    { numRuns: 500 * inject('effort') },
  )
})

const repeated: readonly (readonly [string, string, string])[] = [
  ['', 'ls;', ''],
  ['echo ', 'a ', ''],
  ["echo '", 'x', "'"],
  ["cat <<'E'\n", 'rm -rf /\n', 'E'],
  ['', '(', ''],
  ['echo ', '$(', ''],
  ['', '`', ''],
  ['echo ', '{a,b}', ''],
  ['', '$a', ''],
  ['', 'a=$a$a;', ''],
  ['', '"', ''],
  ['', 'a|', 'a'],
  ['', 'if a; then ', ''],
  ['echo ', '${a:-', ''],
  ['rm -rf /', '*a', ''],
  ["python3 -c '", 'x="a"+"b"\n', "'"],
  ["node -e '", 'a=`', "'"],
  ["sed '", 's/a/b/;', "'"],
  ["awk '", '{print "x" | "sh"}', "'"],
  ["psql -c '", 'DELETE FROM t ', "'"],
  ["vim -c '", '!', "'"],
  ['find . ', '-exec rm {} \\; ', ''],
  ['curl ', 'http://1.2.3.4@', ''],
  ['', 'for i in a b c; do ', ''],
  ["vim -c '", ' ', "'"],
  ["vim -c '", '\n', "'"],
  ["vim -c '", 'r                    ', "'"],
  ["vim -c '", 'system("', "'"],
  ["expect -c '", '\n', "'"],
  ["psql -c '", '/*', "'"],
  ["psql -c '", '\n', "'"],
  ["psql -c '", ' ; ', "'"],
  ["python3 -c '", 'a.', "'"],
  ["python3 -c '", '\n', "'"],
  ["python3 -c '", ' ', "'"],
  ["python3 -c '[", '"a" ', "'"],
  ["python3 -c '[", '"a" , ', "'"],
  ["python3 -c 'exec", 'exec', "'"],
  ["python3 -c 'open(", '"a",', "'"],
  ["python3 -c '", 'x=', "'"],
  ["python3 -c '", 'rm ', "'"],
  ["pwsh -c '", 'rm ', "'"],
  ["ruby -e '", '%x{', "'"],
  ["node -e '", '/*', "'"],
  ["node -e '", 'const a=', "'"],
  ["node -e '", '${', "'"],
  ['make -f - <<E\n', 'a:', '\nE'],
  ['echo ', 'a.', ' > x'],
  ['scp ', 'a.', ' x'],
  ['', '\n', 'ls'],
  ['x=$(printf "', '\n', '"); echo $x'],
  ['python3.', '1.', ''],
  ['curl http://', 'a@', ''],
  ['git ', '-c a=b ', 'log'],
  ['basename ', '/', ''],
  ['echo ', '\u202e', ''],
  ['curl https://', '\u0456', ''],
  ['cat <<E\n', '`a` ', '\nE'],
  ['cat <<E\n', '`', '\nE'],
]

test.each(repeated)(
  '100 kB of %j %j %j get a verdict',
  (before, unit, after) => {
    const command = before + unit.repeat(Math.floor(100_000 / unit.length)) + after
    expect(['run', 'ask', 'refuse']).toContain(assess(command, context).verdict)
  },
  60_000,
)

test('finds a danger behind very many commands', () => {
  for (const [unit, last] of [
    ['ls;', 'rm -rf build'],
    ['ls|', 'sh'],
    ['ls &&', 'rm -rf /'],
    ['a=1;', '$(rm -rf build)'],
    ['[ -f x ];', 'rm -r x'],
    ['echo $(ls);', 'rm -r x'],
  ] as const) {
    for (const count of [100, 1_000, 3_999, 4_000, 4_001, 20_000]) {
      expect(`${unit} ${count} ${assess(unit.repeat(count) + last, context).verdict}`).toMatch(/(?:ask|refuse)$/)
    }
  }
})

test('asks about commands that are too complex to analyze', () => {
  const loops = `${'for i in a b c; do '.repeat(40)}ls${'; done'.repeat(40)}`
  const calls = Array.from({ length: 60 }, (_, index) => `f${index}() { f${index + 1}; f${index + 1}; }`).join('; ')
  const texts = [loops, `${calls}; f0`, `echo ${'$('.repeat(500)}${')'.repeat(500)}`, 'x'.repeat(500_000)]
  expect(texts.map((text) => assess(text, context).verdict)).toEqual(['ask', 'ask', 'ask', 'ask'])
})
