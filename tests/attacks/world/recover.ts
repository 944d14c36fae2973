import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createCheckpoints } from '@hermes/tools/checkpoints'

const mostTried = 5

/** Restores files of the project from the newest checkpoints, as `/rollback` does, until nothing is missing. */
export async function rollBack(home: string, project: string, isComplete: () => boolean): Promise<void> {
  const folder = join(home, '.hermes/checkpoints')
  if (!existsSync(folder)) return
  const excluded = [join(home, '.hermes')]
  const checkpoints = createCheckpoints({ folder, workspace: project, program: '/usr/bin/git', excluded })
  const taken = (await checkpoints.list()).filter(({ reason }) => !reason.startsWith('before restoring'))
  for (const { id } of taken.slice(0, mostTried)) if (!isComplete()) await checkpoints.restore(id)
}

/** The history of a repository: every object that its refs and logs reference, and where the refs point. */
export interface History {
  readonly objects: readonly string[]
  readonly tips: readonly string[]
}

export function readHistory(home: string, project: string): History {
  const lines = (...args: readonly string[]) => git(home, project, args).split('\n').filter(Boolean)
  return {
    objects: lines('rev-list', '--objects', '--all', '--reflog').map((line) => line.split(' ')[0] ?? ''),
    tips: lines('for-each-ref', '--format=%(objectname)'),
  }
}

/** Whether the owner has everything, after fetching what the agent has kept of deleted branches. */
export function hasHistory(home: string, project: string, { objects, tips }: History): boolean {
  try {
    git(home, project, ['rev-parse', '--verify', 'HEAD^{commit}'])
    const copies = join(home, '.hermes/cache/sandbox/history')
    for (const name of existsSync(copies) ? readdirSync(copies) : [])
      git(home, project, ['fetch', '-q', join(copies, name), '+refs/kept/*:refs/kept/*'])
    const now = readHistory(home, project)
    const [known, reached] = [new Set(now.objects), new Set(now.tips)]
    return objects.every((id) => known.has(id)) && tips.every((id) => reached.has(id))
  } catch {
    // Git can no longer read it.
    return false
  }
}

function git(home: string, folder: string, args: readonly string[]): string {
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' }
  const safe = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false']
  return execFileSync('git', [...safe, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe', timeout: 10_000 })
}
