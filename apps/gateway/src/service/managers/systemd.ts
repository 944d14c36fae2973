import { join } from 'node:path'
import type { ServicePlan } from '../service-plan.js'
import type { Service, Step } from './service.js'
import { stopSecondsOf } from './stop-seconds-of.js'

const usualWatchdogSeconds = 90

/** @param unitFolder The folder of the current user's units. Units of the system have a fixed folder. */
export function systemdService(plan: ServicePlan, unitFolder: string): Service {
  const isSystem = plan.account !== undefined
  const unit = `${plan.name}.service`
  const run = (...args: readonly string[]): Step => ({
    argv: ['systemctl', ...(isSystem ? [] : ['--user']), ...args],
  })
  return {
    name: unit,
    manager: 'systemd',
    file: join(isSystem ? '/etc/systemd/system' : unitFolder, unit),
    text: systemdUnit(plan),
    encoding: 'utf8',
    register: [run('daemon-reload'), run('enable', unit)],
    unregister: [run('disable', '--now', unit)],
    forget: [run('daemon-reload'), { ...run('reset-failed', unit), mayFail: true }],
    start: [run('start', unit)],
    stop: [run('stop', unit)],
    restart: [run('restart', unit)],
    state: { ...run('is-active', unit), mayFail: true },
    processId: { ...run('show', '--property=MainPID', '--value', unit), mayFail: true },
    ...(!isSystem && { advice: 'It stops when you log out. To keep it running: loginctl enable-linger' }),
  }
}

/** Returns the text of the unit. Its comments say what would break the sandbox of commands. */
export function systemdUnit(plan: ServicePlan): string {
  const { description, program, home, workingDirectory, searchPath, account } = plan
  const { watchdogSeconds = usualWatchdogSeconds } = plan
  const isSystem = account !== undefined
  return `# Written by \`hermes gateway install\`, which replaces changes. Your own belong in a drop-in: systemctl edit.
[Unit]
Description=${withoutSpecifiers(description)}
${isSystem ? 'Wants=network-online.target\nAfter=network-online.target\n' : ''}StartLimitIntervalSec=0

[Service]
Type=notify
# A helper program sends the notifications, because Node.js has no datagram sockets of this kind.
NotifyAccess=all
${watchdogSeconds > 0 ? `WatchdogSec=${watchdogSeconds}\n` : ''}TimeoutStartSec=120
${isSystem ? `User=${account}\n` : ''}WorkingDirectory=${withoutSpecifiers(workingDirectory)}
Environment=${quoted(`HERMES_HOME=${home}`)}
Environment=${quoted(`PATH=${searchPath}`)}
EnvironmentFile=-${withoutSpecifiers(join(home, 'gateway.env'))}
ExecStart=${program.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
# Invalid settings stay invalid; everything else is tried again for ever.
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2 78
# A command that takes too much memory is killed alone, not with the gateway and all others.
OOMPolicy=continue
# The gateway ends its turns before that (agent.restart_drain_timeout).
KillMode=mixed
TimeoutStopSec=${stopSecondsOf(plan.drainSeconds)}

UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
${isSystem ? 'CapabilityBoundingSet=\nProtectSystem=full\nProtectKernelModules=yes\n' : ''}# Not here, because the sandbox of commands makes namespaces and mounts /proc: RestrictNamespaces=, PrivateUsers=, ProtectProc=,
# ProtectKernelTunables=, ProtectKernelLogs=, SystemCallFilter=. Not MemoryDenyWriteExecute=, because V8 compiles.

[Install]
WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}
`
}

function quoted(text: string): string {
  return `"${withoutSpecifiers(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Escapes specifiers such as `%h`, which have a meaning in a unit. */
function withoutSpecifiers(text: string): string {
  return text.replaceAll('%', '%%')
}
