import { userInfo } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { exists } from '@hermes/safety/files'
import { makePlan, type PlanInput, userFolder } from './make-plan.js'
import { launchdService } from './managers/launchd.js'
import type { Service } from './managers/service.js'
import { systemdService } from './managers/systemd.js'
import { taskService } from './managers/task-scheduler.js'

/** Returns the gateway of a home as a service of this system's manager, whether or not it is installed. */
export async function serviceFor(input: PlanInput): Promise<Service> {
  const { env } = input
  const plan = await makePlan(input)
  if (platform === 'darwin') return launchdService(plan, { id: userInfo().uid, folder: userFolder(env) })
  if (platform === 'win32') return taskService(plan)
  return systemdService(plan, join(env.XDG_CONFIG_HOME ?? join(userFolder(env), '.config'), 'systemd', 'user'))
}

/** Returns the installed service of a home: that of the user, otherwise that of the system. */
export async function installedService(input: Omit<PlanInput, 'account'>): Promise<Service | undefined> {
  const own = await serviceFor(input)
  if (await exists(own.file)) return own
  // The file of the system service depends only on the home, not on the account.
  const account = ownAccount()
  const shared =
    platform === 'win32' || account === undefined
      ? undefined
      : await serviceFor({ ...input, account, env: { ...input.env, HERMES_HOME: input.paths.home } })
  return shared && (await exists(shared.file)) ? shared : undefined
}

/** Returns `undefined` for a user without an account, as in containers that use an arbitrary user id. */
function ownAccount(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
