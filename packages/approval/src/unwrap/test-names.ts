import type { Word } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'

/** The options of test runners whose value is a pattern for test names. */
const options: Readonly<Record<string, readonly string[]>> = {
  jest: ['-t', '--testNamePattern'],
  vitest: ['-t', '--testNamePattern'],
  mocha: ['-g', '--grep', '-f', '--fgrep'],
  ava: ['-m', '--match'],
  playwright: ['-g', '--grep', '--grep-invert'],
  pytest: ['-k'],
  rspec: ['-e', '--example'],
  phpunit: ['--filter'],
}

/**
 * The options of the runner that a package's `test` script starts. Ignoring them is safe, because the script could do
 * anything without them.
 */
const ofScripts = ['-t', '--testNamePattern', '--test-name-pattern', '-g', '--grep']
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])

/**
 * Returns the arguments of a program without test names, which may read like commands: `jest -t 'refuses rm -rf /'`.
 */
export function withoutTestNames({ argv, name }: Pick<Invocation, 'argv' | 'name'>): readonly Word[] {
  const words = argv.slice(1)
  const named = isInstalled(argv[0], name) ? optionsOf(name, words) : []
  return words.filter((word, index) => {
    const isJoined = named.some((option) => option.length > 2 && word.text.startsWith(`${option}=`))
    return !isJoined && !named.includes(words[index - 1]?.text ?? '')
  })
}

function optionsOf(name: string, words: readonly Word[]): readonly string[] {
  const [first = '', second = ''] = words.map(({ text }) => text)
  if (name === 'go') return first === 'test' ? ['-run', '-skip', '-bench'] : []
  if (packageManagers.has(name)) return isTestScript(/^run(?:-script)?$/.test(first) ? second : first) ? ofScripts : []
  return Object.hasOwn(options, name) ? (options[name] ?? []) : []
}

/** Whether a script is a test script: `npm test`, `pnpm run test:unit`. */
function isTestScript(script: string): boolean {
  return /^(?:t|tst|test(?:[:-][\w:.-]+)?)$/.test(script)
}

/** Whether the program is at its installed location. A file of that name elsewhere may be any program. */
function isInstalled(program: Word | undefined, name: string): boolean {
  return program?.text === name || program?.text.endsWith(`node_modules/.bin/${name}`) === true
}
