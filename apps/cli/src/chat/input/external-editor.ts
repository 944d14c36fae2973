import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Edits a text in another program. Resolves to `undefined` if that failed. */
export type EditText = (text: string) => Promise<string | undefined>

/** Edits texts with the program named by `VISUAL` or `EDITOR`, in a file that only its owner can read. */
export function createEditText(env: Environment): EditText {
  const editor = env.VISUAL || env.EDITOR || 'vi'
  return async (text) => {
    const folder = await mkdtemp(join(tmpdir(), 'hermes-edit-'))
    try {
      const path = join(folder, 'message.md')
      await writeFile(path, text, { mode: 0o600 })
      if ((await run(editor, path, env)) !== 0) return undefined
      return (await readFile(path, 'utf8')).replace(/\r\n?/g, '\n').replace(/\n$/, '')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The variable holds a command line, such as `code --wait`. */
function run(editor: string, path: string, env: Environment): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(`${editor} "$HERMES_EDIT_FILE"`, {
      shell: true,
      stdio: 'inherit',
      env: { ...env, HERMES_EDIT_FILE: path },
    })
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
}
