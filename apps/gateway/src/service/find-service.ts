import { userInfo } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { exists } from '@hermes/safety/files'
import { makePlan, type PlanInput, userFolder } from './make-plan.js'
import { launchdService } from './managers/launchd.js'
import type { Service } from './managers/service.js'
import { systemdService } from './managers/systemd.js'
import { taskService } from './managers/task-scheduler.js'

/** The gateway of a home as a service of this system's manager, whether it is installed or not. */
export async function serviceFor(input: PlanInput): Promise<Service> {
  const { env } = input
  const plan = await makePlan(input)
  if (platform === 'darwin') return launchdService(plan, { id: userInfo().uid, folder: userFolder(env) })
  if (platform === 'win32') return taskService(plan)
  return systemdService(plan, join(env.XDG_CONFIG_HOME ?? join(userFolder(env), '.config'), 'systemd', 'user'))
}

/** The service of a home that is installed: of the user, else of the system. */
export async function installedService(input: Omit<PlanInput, 'account'>): Promise<Service | undefined> {
  const own = await serviceFor(input)
  if (await exists(own.file)) return own
  // The file of the system only depends on the home, not on the account.
  const account = ownAccount()
  const shared =
    platform === 'win32' || account === undefined
      ? undefined
      : await serviceFor({ ...input, account, env: { ...input.env, HERMES_HOME: input.paths.home } })
  return shared && (await exists(shared.file)) ? shared : undefined
}

/** `undefined` for a user without an account, as in containers that choose any number. */
function ownAccount(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
