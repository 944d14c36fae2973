import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolCall } from '../../packages/core/dist/index.js'
import type { Benchmark, Place, Work } from '../benchmark.ts'

const files = 8
const answers = 50
const lines = 400

/** Measures the most common answer of a coding model: several files at once. */
export const reads: Benchmark = {
  id: 'reads',
  title: `${answers} answers with ${files} files to read each`,
  rounds: 5,
  floor: 'readFile',
  contenders: {
    readFile: async (place) => {
      const paths = await makeFiles(place)
      return async () => {
        for (let answer = 0; answer < answers; answer++) {
          const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
          checkTexts(texts.map(numbered))
        }
        return undefined
      }
    },
    'hermes, no redaction': (place) => readAll(place, { redactor: false }),
    hermes: (place) => readAll(place, {}),
  },
  targets: [
    { contender: 'hermes, no redaction', figure: 'wallMs', limit: 6, against: 'readFile' },
    { contender: 'hermes', figure: 'wallMs', limit: 15, against: 'readFile' },
  ],
}

async function readAll(place: Place, options: { readonly redactor?: false }): Promise<Work> {
  const paths = await makeFiles(place)
  const { createLocalEnvironment } = await import('../../packages/environments/dist/index.js')
  const { createToolExecutor, createToolRegistry, fileTools } = await import('../../packages/tools/dist/index.js')
  const environment = createLocalEnvironment({ workingDirectory: place.folder, variables: process.env })
  const executor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment })), ...options })
  let task = 0
  return async () => {
    for (let answer = 0; answer < answers; answer++) {
      // Separate tasks: reading an unchanged file again would only return a note.
      const id = `bench-${task++}`
      const context = { sessionId: id, taskId: id, signal: new AbortController().signal }
      const texts: string[] = []
      for await (const event of executor.execute(paths.map(toCall), context)) {
        if (event.type === 'tool-end') texts.push(String(event.message.content))
      }
      checkTexts(texts)
    }
    return undefined
  }
}

async function makeFiles({ folder }: Place): Promise<readonly string[]> {
  const paths = Array.from({ length: files }, (_, index) => join(folder, `file-${index}.ts`))
  const content = Array.from({ length: lines }, (_, index) => `export const value${index} = ${index}\n`).join('')
  await Promise.all(paths.map((path) => writeFile(path, content)))
  return paths
}

function numbered(text: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index + 1}|${line}`)
    .join('\n')
}

function toCall(path: string): ToolCall {
  return { id: `call_${path}`, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path }) } }
}

function checkTexts(texts: readonly string[]): void {
  const isRight =
    texts.length === files && texts.every((text) => text.includes(`${lines}|export const value${lines - 1} `))
  if (!isRight) throw new Error(`${texts.length} files were read: ${texts[0]?.slice(0, 200)}`)
}
