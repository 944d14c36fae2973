import { beforeAll, expect, test } from 'vitest'
import classDangerous from '../corpus/class-dangerous.json' with { type: 'json' }
import dangerous from '../corpus/dangerous.json' with { type: 'json' }
import fieldDangerous from '../corpus/field-dangerous.json' with { type: 'json' }
import fieldHardline from '../corpus/field-hardline.json' with { type: 'json' }
import hardline from '../corpus/hardline.json' with { type: 'json' }
import ownPolicy from '../corpus/own-policy.json' with { type: 'json' }
import { type AssessCommand, createCommandAssessor } from './assess-command.js'
import type { Verdict } from './assessment.js'

const context = { workingDirectory: '/home/dev/proj', home: '/home/dev' }
const flagged = [...classDangerous, ...dangerous, ...hardline, ...fieldDangerous, ...fieldHardline, ...ownPolicy]
const severity: Readonly<Record<Verdict, number>> = { run: 0, ask: 1, refuse: 2 }
let assess: AssessCommand

beforeAll(async () => {
  assess = await createCommandAssessor()
})

type Rewrite = (command: string) => string

const singleQuoted = (command: string) => `'${command.replaceAll("'", "'\\''")}'`
const base64 = (command: string) => Buffer.from(command).toString('base64')
const ansi = (command: string) => `$'${[...Buffer.from(command)].map((byte) => `\\x${byte.toString(16)}`).join('')}'`

/** Equivalent forms of any command. */
const forAll: Readonly<Record<string, Rewrite>> = {
  'sh -c': (command) => `bash -c ${singleQuoted(command)}`,
  'sh -c twice': (command) => `sh -c ${singleQuoted(`bash -lc ${singleQuoted(command)}`)}`,
  'sudo sh -c': (command) => `sudo -u root bash -c ${singleQuoted(command)}`,
  'env sh -c': (command) => `env -i A=1 nohup bash -c ${singleQuoted(command)}`,
  eval: (command) => `eval ${singleQuoted(command)}`,
  'eval of a variable': (command) => `x=${singleQuoted(command)}; eval "$x"`,
  'after true &&': (command) => `true && ${command}`,
  'after a long line': (command) => `echo ${'x'.repeat(3_000)}; ls; ${command}`,
  'after many commands': (command) => `${'true; '.repeat(60)}${command}`,
  'command substitution': (command) => `echo "$( ${command}\n)"`,
  subshell: (command) => `( ${command}\n)`,
  function: (command) => `wrapped() {\n${command}\n}; wrapped`,
  condition: (command) => `if true; then\n${command}\nfi`,
  loop: (command) => `for i in 1; do\n${command}\ndone`,
  pipe: (command) => `echo ${singleQuoted(command)} | bash`,
  'here-string': (command) => `bash <<< ${singleQuoted(command)}`,
  'here-document': (command) => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`,
  file: (command) => `cat > /tmp/x.sh <<'END_OF_IT'\n${command}\nEND_OF_IT\nbash /tmp/x.sh`,
  'process substitution': (command) => `bash <(echo ${singleQuoted(command)})`,
  'decoded text': (command) => `echo ${base64(command)} | base64 -d | sh`,
  'ANSI-C text': (command) => `eval ${ansi(command)}`,
  xargs: (command) => `echo x | xargs -I@@ bash -c ${singleQuoted(command)}`,
  find: (command) => `find . -maxdepth 0 -exec bash -c ${singleQuoted(command)} \\;`,
  trap: (command) => `trap ${singleQuoted(command)} EXIT`,
  python: (command) => `python3 -c ${singleQuoted(`import os; os.system(${JSON.stringify(command)})`)}`,
  'git alias': (command) => `git -c alias.x=${singleQuoted(`!${command}`)} x`,
}

/** Equivalent forms of a single program with plain arguments. */
const forSimple: Readonly<Record<string, Rewrite>> = {
  sudo: (command) => `sudo ${command}`,
  'sudo with options': (command) => `sudo -n -u root -- ${command}`,
  env: (command) => `env A=1 ${command}`,
  nohup: (command) => `nohup ${command} &`,
  timeout: (command) => `timeout -k 1 5 ${command}`,
  command: (command) => `command ${command}`,
  'quoted name': (command) => command.replace(/^\S+/, (name) => `${name.slice(0, 1)}"${name.slice(1)}"`),
  'escaped name': (command) => `\\${command}`,
  'blanks from IFS': (command) => command.replaceAll(' ', `\${IFS}`),
  'name in a variable': (command) => command.replace(/^\S+/, (name) => `x=${name}; $x`),
  'braces around': (command) => `{ ${command}; }`,
  'brace expansion': (command) => `{${command.split(' ').join(',')}}`,
  'name from a substitution': (command) => command.replace(/^\S+/, (name) => `$(echo ${name})`),
  'broken line': (command) => `${command.slice(0, 1)}\\\n${command.slice(1)}`,
}

const isSimple = (command: string) => /^[a-z][\w.-]*(?: [\w./:@=+-]+)+$/.test(command)

function weakened(rewrites: Readonly<Record<string, Rewrite>>, commands: readonly string[]): string[] {
  return commands.flatMap((command) => {
    const before = assess(command, context).verdict
    return Object.entries(rewrites).flatMap(([name, rewrite]) => {
      const { verdict } = assess(rewrite(command), context)
      return severity[verdict] < severity[before] ? [`${name}: ${before} became ${verdict}: ${command}`] : []
    })
  })
}

/** Excludes commands that cannot be nested: they continue past their apparent end, or contain marks of find. */
const selfContained = (command: string) => !/&$|<<|#|\{\}/.test(command)

test('a wrapped dangerous command stays dangerous', () => {
  const commands = flagged.filter(selfContained)
  expect(commands.length).toBeGreaterThan(1_000)
  expect(weakened(forAll, commands)).toEqual([])
}, 240_000)

test('a dangerous program with rewritten words stays dangerous', () => {
  const commands = flagged.filter(isSimple)
  expect(commands.length).toBeGreaterThan(300)
  expect(weakened(forSimple, commands)).toEqual([])
}, 240_000)
