/// <reference path="../../packages/approval/node_modules/web-tree-sitter/web-tree-sitter.d.ts" />
import { readFile } from 'node:fs/promises'
import type { Benchmark, Figures } from '../benchmark.ts'

const corpus = new URL('../../packages/approval/src/corpus/', import.meta.url)
const place = { workingDirectory: '/home/dev/proj', home: '/home/dev' }

/** Measures the time of the classifier per command, warmed up. The floor only parses. */
export const gate: Benchmark = {
  id: 'gate',
  title: 'A verdict on every command of the corpora',
  rounds: 5,
  floor: 'parse',
  contenders: {
    parse: async () => {
      const library = new URL(
        '../../packages/approval/node_modules/web-tree-sitter/web-tree-sitter.js',
        import.meta.url,
      )
      const { Language, Parser }: typeof import('web-tree-sitter') = await import(library.href)
      await Parser.init()
      const grammar = new URL(
        '../../packages/approval/node_modules/tree-sitter-bash/tree-sitter-bash.wasm',
        import.meta.url,
      )
      const parser = new Parser()
      parser.setLanguage(await Language.load(await readFile(grammar)))
      return perCommand(await commandsOf('field-everyday'), (command: string) => parser.parse(command)?.delete())
    },
    'hermes, everyday': async () => perCommand(await commandsOf('field-everyday'), await createAssess()),
    'hermes, dangerous': async () => perCommand(await commandsOf('field-dangerous'), await createAssess()),
    'hermes, disguised': async () => perCommand(await commandsOf('evasions'), await createAssess()),
  },
  targets: [
    { contender: 'hermes, everyday', figure: 'commandUs', limit: 200 },
    { contender: 'hermes, everyday', figure: 'rssMb', limit: 130 },
    { contender: 'hermes, dangerous', figure: 'commandUs', limit: 200 },
    { contender: 'hermes, disguised', figure: 'commandUs', limit: 200 },
  ],
}

async function commandsOf(name: string): Promise<readonly string[]> {
  return JSON.parse(await readFile(new URL(`${name}.json`, corpus), 'utf8'))
}

async function createAssess(): Promise<(command: string) => unknown> {
  const { createCommandAssessor } = await import('../../packages/approval/dist/index.js')
  const assess = await createCommandAssessor()
  return (command) => assess(command, place)
}

function perCommand(commands: readonly string[], judge: (command: string) => unknown) {
  return async (): Promise<Figures> => {
    const start = performance.now()
    for (const command of commands) judge(command)
    return { commandUs: ((performance.now() - start) * 1000) / commands.length }
  }
}
