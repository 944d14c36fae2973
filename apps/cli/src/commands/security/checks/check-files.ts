import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { shellQuote } from '@hermes/safety'
import { findHome } from '../../../setup/open-home.js'
import type { CheckContext, Finding } from '../../doctor/check.js'

/** Files with keys or conversations. */
const privateFiles = ['.env', 'auth.json', 'config.yaml', 'state.db', 'state.db-wal', 'history']

/** Checks whether other users of the machine can read private files, or change files that Hermes trusts. */
export async function checkFiles(context: CheckContext): Promise<Finding> {
  const { t } = context
  if (process.platform === 'win32') return { level: 'ok', text: t`the permissions of Windows are not checked` }
  const { home } = findHome(context)
  const paths = [home, ...privateFiles.map((name) => join(home, name))]
  const modes = await Promise.all(paths.map(async (path) => ({ path, mode: await modeOf(path) })))
  const isClosed = ((modes[0]?.mode ?? 0) & 0o077) === 0
  const open = modes.filter(({ mode = 0 }, index) => (mode & (index === 0 || !isClosed ? 0o077 : 0o022)) !== 0)
  if (open.length === 0) return { level: 'ok', text: t`${home} is closed to other users` }
  const names = open.map(({ path }) => path).join(', ')
  const isWritable = open.some(({ mode = 0 }) => (mode & 0o022) !== 0)
  return {
    level: isWritable ? 'error' : 'warning',
    text: isWritable ? t`other users may change ${names}` : t`other users may read ${names}`,
    fix: t`Close them: chmod go-rwx ${open.map(({ path }) => shellQuote(path)).join(' ')}`,
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mode
}
