/** Writes `src/migrations.ts` from `migrations/`, so that a program bundled into one file needs no folder beside it. */
import { readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../migrations/', import.meta.url)
const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8'))

const migrations = journal.entries.map(({ tag }) => {
  const lines = readFileSync(new URL(`${tag}.sql`, folder), 'utf8').split('\n')
  return `  {
    tag: '${tag}',
    sql: [
${lines.map((line) => `      ${JSON.stringify(line)},`).join('\n')}
    ].join('\\n'),
  },`
})

writeFileSync(
  new URL('../src/migrations.ts', import.meta.url),
  `// Generated from \`migrations/\` by \`pnpm generate\`.

/** One step of the schema. */
export interface Migration {
  readonly tag: string
  readonly sql: string
}

/** In the order in which they are applied. A file's \`user_version\` is the number of those that it has behind it. */
export const migrations: readonly Migration[] = [
${migrations.join('\n')}
]
`,
)
