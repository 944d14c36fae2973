import type { Word } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'

/** The options of test runners whose value is a pattern for the names of tests. */
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

/** The arguments of a program without the names of tests, which may read like commands: `jest -t 'refuses rm -rf /'`. */
export function withoutTestNames({ argv, name }: Pick<Invocation, 'argv' | 'name'>): readonly Word[] {
  const words = argv.slice(1)
  const named = Object.hasOwn(options, name) && isInstalled(argv[0], name) ? (options[name] ?? []) : []
  return words.filter((word, index) => {
    const isJoined = named.some((option) => option.startsWith('--') && word.text.startsWith(`${option}=`))
    return !isJoined && !named.includes(words[index - 1]?.text ?? '')
  })
}

/** A file of that name elsewhere may be any program. */
function isInstalled(program: Word | undefined, name: string): boolean {
  return program?.text === name || program?.text.endsWith(`node_modules/.bin/${name}`) === true
}
