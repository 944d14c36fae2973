import { join } from 'node:path'
import type { ServicePlan } from '../service-plan.js'
import type { Service, Step } from './service.js'
import { stopSecondsOf } from './stop-seconds-of.js'
import { xmlText } from './xml.js'

/** @param user The current user's id and home folder. */
export function launchdService(plan: ServicePlan, user: { readonly id: number; readonly folder: string }): Service {
  const isSystem = plan.account !== undefined
  const domain = isSystem ? 'system' : `gui/${user.id}`
  const file = join(
    isSystem ? '/Library/LaunchDaemons' : join(user.folder, 'Library/LaunchAgents'),
    `${plan.name}.plist`,
  )
  const target = `${domain}/${plan.name}`
  const run = (...args: readonly string[]): Step => ({ argv: ['launchctl', ...args] })
  const end: Step = { ...run('bootout', target), mayFail: true }
  return {
    name: plan.name,
    manager: 'launchd',
    file,
    text: launchdPlist(plan),
    encoding: 'utf8',
    register: [run('enable', target)],
    unregister: [end],
    forget: [],
    start: [run('bootstrap', domain, file)],
    stop: [end],
    // Unlike kickstart, this reads the file again.
    restart: [end, run('bootstrap', domain, file)],
    state: { ...run('print', target), mayFail: true },
    processId: { ...run('print', target), mayFail: true },
  }
}

/** Returns the text of the property list. */
export function launchdPlist({
  name,
  program,
  home,
  searchPath,
  workingDirectory,
  logFile,
  account,
  drainSeconds,
}: ServicePlan): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${xmlText(name)}</string>
${account === undefined ? '' : `  <key>UserName</key>\n  <string>${xmlText(account)}</string>\n`}  <key>ProgramArguments</key>
  <array>
${program.map((word) => `    <string>${xmlText(word)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>HERMES_HOME</key>
    <string>${xmlText(home)}</string>
    <key>PATH</key>
    <string>${xmlText(searchPath)}</string>
  </dict>
  <key>WorkingDirectory</key>
  <string>${xmlText(workingDirectory)}</string>
  <key>StandardOutPath</key>
  <string>${xmlText(logFile)}</string>
  <key>StandardErrorPath</key>
  <string>${xmlText(logFile)}</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>${stopSecondsOf(drainSeconds)}</integer>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`
}
