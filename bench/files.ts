import { mkdir, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Environment, ToolExecutor } from '../packages/core/dist/index.js'

/**
 * Shares a tree with this many source files of 20 lines, one in a hundred of which contains the word. Created by the first contender and
 * shared by all.
 */
export async function shareTree(root: string, count: number): Promise<void> {
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await makeTree(root, count)
    await writeFile(`${root}.ready`, '')
  }
  while ((await stat(`${root}.ready`).catch(() => undefined)) === undefined) await delay(200)
}

async function makeTree(root: string, count: number): Promise<void> {
  const folders = Math.ceil(count / 100)
  for (let index = 0; index < folders; index += 1) {
    const folder = `${root}/area-${index % 20}/part-${index}`
    await mkdir(folder, { recursive: true })
    const files = Array.from({ length: 100 }, (_, file) => index * 100 + file)
    await Promise.all(files.map((file) => writeFile(`${folder}/file-${file}.ts`, sourceOf(file))))
  }
}

function sourceOf(file: number): string {
  const lines = Array.from({ length: 20 }, (_, line) => `export const value${line} = compute(${file}, ${line})`)
  if (file % 100 === 0) lines.push('export const needle = true')
  return `${lines.join('\n')}\n`
}

/** Returns the path of the product's search program. */
export async function ripgrepPath(): Promise<string> {
  const { resolve } = createRequire(new URL('../packages/tools/package.json', import.meta.url))
  const found: { readonly rgPath: string } = await import(pathToFileURL(resolve('@vscode/ripgrep')).href)
  return found.rgPath
}

/** Returns a file of about 2 MB with distinct lines. */
export function largeText(): string {
  return Array.from(
    { length: 32_000 },
    (_, line) => `  row(${line}, 'some content of this line, as long as most are'),\n`,
  ).join('')
}

export interface FileTools extends AsyncDisposable {
  call(name: string, args: object): Promise<string>
}

/** Opens the file tools behind their executor, without approvals and without a model. */
export async function openFileTools(folder: string): Promise<FileTools> {
  const { createLocalEnvironment } = await import('../packages/environments/dist/index.js')
  const { createToolExecutor, createToolRegistry, fileTools } = await import('../packages/tools/dist/index.js')
  const environment: Environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
  const executor: ToolExecutor = createToolExecutor({ registry: createToolRegistry(fileTools({ environment })) })
  let calls = 0
  return {
    async call(name, args) {
      calls += 1
      const call = { id: '1', type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
      // Each call has its own session, so that no guard against repeated calls applies.
      const context = { sessionId: String(calls), taskId: 'bench', signal: new AbortController().signal }
      for await (const event of executor.execute([call], context)) {
        if (event.type !== 'tool-end') continue
        if (event.isError) throw new Error(String(event.message.content))
        return String(event.message.content)
      }
      throw new Error('The call returned no result.')
    },
    [Symbol.asyncDispose]: () => environment[Symbol.asyncDispose](),
  }
}
