import { join } from 'node:path'
import type { ServicePlan } from '../service-plan.js'
import type { Service, Step } from './service.js'
import { xmlText } from './xml.js'

/** Returns a task of the current user, which starts at login. */
export function taskService(plan: ServicePlan): Service {
  const { name, home } = plan
  const file = join(home, `${name}.xml`)
  const run = (...args: readonly string[]): Step => ({ argv: ['schtasks', ...args, '/TN', name] })
  const end: Step = { ...run('/End'), mayFail: true }
  return {
    name,
    manager: 'Task Scheduler',
    file,
    text: taskXml(plan),
    encoding: 'utf16le',
    register: [run('/Create', '/F', '/XML', file)],
    unregister: [end, run('/Delete', '/F')],
    forget: [],
    start: [run('/Run')],
    stop: [end],
    restart: [end, run('/Run')],
    state: { ...run('/Query', '/FO', 'LIST'), mayFail: true },
  }
}

/** Returns the text of the task. An action has no environment, so a shell sets the home. */
export function taskXml({ description, program, home, workingDirectory, logFile }: ServicePlan): string {
  const command = program.map((word) => `"${word}"`).join(' ')
  const line = `/d /s /c "set "HERMES_HOME=${home}" && ${command} >> "${logFile}" 2>&1"`
  return `\uFEFF<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${xmlText(description)}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>255</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>cmd.exe</Command>
      <Arguments>${xmlText(line)}</Arguments>
      <WorkingDirectory>${xmlText(workingDirectory)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
}
