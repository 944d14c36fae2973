import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './pack.js'

/** The pages that build an extension: `docs/write-a-*.md`, by name. */
export const howTos: readonly string[] = globSync('docs/write-a*.md', { cwd: root }).map((file) =>
  basename(file, '.md'),
)

/** Returns code blocks whose first line names a file, such as `// src/tool.ts`. */
export function filesOf(howTo: string): ReadonlyMap<string, string> {
  const page = readFileSync(join(root, 'docs', `${howTo}.md`), 'utf8')
  const blocks = page.matchAll(/^```ts\n\/\/ (src\/[\w.-]+\.ts)\n([\s\S]*?)^```/gm)
  return new Map(Array.from(blocks, ([, path = '', code = '']) => [path, code]))
}

/** Writes the files of a page to a folder. */
export function writeHowTo(howTo: string, folder: string): void {
  for (const [path, code] of filesOf(howTo)) {
    const file = join(folder, howTo, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)
  }
}
