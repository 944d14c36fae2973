import type { CommandHandler } from './arguments/command-handler.js'
import { agentCommands, type CommandPath, commands } from './arguments/command-table.js'
import { commandHelp, groupHelp, programHelp } from './arguments/help.js'
import { type GroupHelp, type Invocation, type ProgramSpec, parseArguments } from './arguments/parse-arguments.js'
import { exitCode } from './exit-code.js'
import { type Io, processIo, write } from './io.js'
import type { HomeOptions } from './setup/open-home.js'
import { UsageError } from './usage-error.js'
import { readVersion } from './version.js'

/** The programs of this package, by the name of their bin. */
const programs = {
  hermes: { name: 'hermes', commands },
  'hermes-agent': { name: 'hermes-agent', commands: agentCommands },
} as const satisfies Record<ProgramName, ProgramSpec>

export type ProgramName = 'hermes' | 'hermes-agent'

/** The modules of the commands, imported on demand. */
const handlers: Readonly<Record<CommandPath, () => Promise<CommandHandler>>> = {
  '': async () => (await import('./commands/chat.js')).chat,
  chat: async () => (await import('./commands/chat.js')).chat,
  model: async () => (await import('./commands/model.js')).model,
  models: async () => (await import('./commands/models.js')).listModels,
  tools: async () => (await import('./commands/tools.js')).listTools,
  'plugins list': async () => (await import('./commands/plugins-list.js')).listPlugins,
  'prompt-size': async () => (await import('./commands/prompt-size.js')).promptSize,
  'sessions list': async () => (await import('./commands/sessions-list.js')).listSessions,
  'sessions show': async () => (await import('./commands/sessions-show.js')).showSession,
  'sessions search': async () => (await import('./commands/sessions-search.js')).searchSessions,
  'sessions stats': async () => (await import('./commands/sessions-stats.js')).sessionStats,
  'sessions prune': async () => (await import('./commands/sessions-prune.js')).pruneSessions,
  'sessions export': async () => (await import('./commands/sessions-export.js')).exportSessions,
  'sessions rename': async () => (await import('./commands/sessions-edit.js')).renameSession,
  'sessions delete': async () => (await import('./commands/sessions-edit.js')).deleteSession,
  'sessions browse': async () => (await import('./commands/sessions-browse.js')).browseSessions,
  'import-agent': async () => (await import('./commands/import-agent.js')).importAgent,
  'sessions import': async () => (await import('./commands/sessions-import.js')).importSessions,
  'sessions archive': async () => (await import('./commands/sessions-archive.js')).archiveSessions,
  'sessions unarchive': async () => (await import('./commands/sessions-archive.js')).unarchiveSessions,
  'sessions optimize': async () => (await import('./commands/sessions-optimize.js')).optimizeSessions,
  'sessions repair': async () => (await import('./commands/sessions-repair.js')).repairSessions,
  backup: async () => (await import('./commands/backup.js')).backup,
  import: async () => (await import('./commands/import.js')).importBackup,
  insights: async () => (await import('./commands/insights.js')).insights,
  'questions list': async () => (await import('./commands/questions-list.js')).listQuestions,
  'questions show': async () => (await import('./commands/questions-show.js')).showQuestion,
  'questions answer': async () => (await import('./commands/questions-answer.js')).answerQuestion,
  'queue list': async () => (await import('./commands/queue-list.js')).listItems,
  'queue show': async () => (await import('./commands/queue-show.js')).showItem,
  'queue replay': async () => (await import('./commands/queue-replay.js')).replayItems,
  'queue remove': async () => (await import('./commands/queue-remove.js')).removeItems,
  'mcp list': async () => (await import('./commands/mcp-list.js')).listServers,
  'mcp add': async () => (await import('./commands/mcp-edit.js')).addServer,
  'mcp remove': async () => (await import('./commands/mcp-edit.js')).removeServer,
  'mcp test': async () => (await import('./commands/mcp-test.js')).testServer,
  'mcp login': async () => (await import('./commands/mcp-login.js')).logInServer,
  'mcp configure': async () => (await import('./commands/mcp-edit.js')).configureServer,
  'cron list': async () => (await import('./commands/cron-list.js')).listJobs,
  'cron add': async () => (await import('./commands/cron-edit.js')).addJob,
  'cron edit': async () => (await import('./commands/cron-edit.js')).editJob,
  'cron pause': async () => (await import('./commands/cron-change.js')).pauseJob,
  'cron resume': async () => (await import('./commands/cron-change.js')).resumeJob,
  'cron remove': async () => (await import('./commands/cron-change.js')).removeJob,
  'cron run': async () => (await import('./commands/cron-serve.js')).runJob,
  'cron status': async () => (await import('./commands/cron-status.js')).showStatus,
  'cron why': async () => (await import('./commands/cron-why.js')).explainJob,
  'cron incidents': async () => (await import('./commands/cron-incidents.js')).listIncidents,
  'cron ack': async () => (await import('./commands/cron-incidents.js')).acknowledgeIncident,
  'cron tick': async () => (await import('./commands/cron-serve.js')).tick,
  'cron serve': async () => (await import('./commands/cron-serve.js')).serveJobs,
  'skills list': async () => (await import('./commands/skills-list.js')).listSkills,
  'skills view': async () => (await import('./commands/skills-list.js')).viewSkill,
  'skills audit': async () => (await import('./commands/skills-audit.js')).auditSkills,
  'skills install': async () => (await import('./commands/skills-install.js')).installSkills,
  'skills check': async () => (await import('./commands/skills-install.js')).checkSkills,
  'skills update': async () => (await import('./commands/skills-install.js')).updateSkills,
  'skills uninstall': async () => (await import('./commands/skills-install.js')).uninstallSkill,
  'skills enable': async () => (await import('./commands/skills-settings.js')).enableSkills,
  'skills disable': async () => (await import('./commands/skills-settings.js')).disableSkills,
  'skills config': async () => (await import('./commands/skills-settings.js')).configureSkill,
  'skills trust': async () => (await import('./commands/skills-settings.js')).trustFolder,
  'skills untrust': async () => (await import('./commands/skills-settings.js')).untrustFolder,
  'skills history': async () => (await import('./commands/skills-history.js')).listSkillChanges,
  'skills undo': async () => (await import('./commands/skills-history.js')).undoSkillChange,
  'memory list': async () => (await import('./commands/memory-list.js')).listMemory,
  'memory show': async () => (await import('./commands/memory-list.js')).showMemory,
  'memory add': async () => (await import('./commands/memory-edit.js')).addEntry,
  'memory edit': async () => (await import('./commands/memory-edit.js')).editEntry,
  'memory remove': async () => (await import('./commands/memory-edit.js')).removeEntry,
  'memory history': async () => (await import('./commands/memory-history.js')).listChanges,
  'memory undo': async () => (await import('./commands/memory-history.js')).undoChange,
  'memory pending': async () => (await import('./commands/memory-pending.js')).listPending,
  'memory approve': async () => (await import('./commands/memory-pending.js')).approvePending,
  'memory reject': async () => (await import('./commands/memory-pending.js')).rejectPending,
  'memory status': async () => (await import('./commands/memory-status.js')).showStatus,
  'memory setup': async () => (await import('./commands/memory-setup.js')).setUpProvider,
  'memory off': async () => (await import('./commands/memory-setup.js')).switchOff,
  'profile list': async () => (await import('./commands/profile.js')).profileList,
  'profile create': async () => (await import('./commands/profile.js')).profileCreate,
  'config show': async () => (await import('./commands/config.js')).showConfig,
  'config get': async () => (await import('./commands/config.js')).getConfig,
  'config set': async () => (await import('./commands/config.js')).setConfig,
  'config unset': async () => (await import('./commands/config.js')).unsetConfig,
  'config path': async () => (await import('./commands/config.js')).configPath,
  'config check': async () => (await import('./commands/config.js')).checkConfigFiles,
  'auth list': async () => (await import('./commands/auth-list.js')).listCredentials,
  'auth status': async () => (await import('./commands/auth-list.js')).showStatus,
  'auth login': async () => (await import('./commands/auth-login.js')).login,
  'auth logout': async () => (await import('./commands/auth-login.js')).logout,
  'auth add': async () => (await import('./commands/auth-edit.js')).addKey,
  'auth remove': async () => (await import('./commands/auth-edit.js')).removeCredential,
  'auth priority': async () => (await import('./commands/auth-edit.js')).setPriority,
  'auth reset': async () => (await import('./commands/auth-edit.js')).resetCooldowns,
  'auth refresh': async () => (await import('./commands/auth-login.js')).refresh,
  'trajectories compress': async () => (await import('./commands/trajectories-compress.js')).compressTrajectories,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
  gateway: async () => (await import('./commands/gateway.js')).gateway,
  acp: async () => (await import('./commands/acp.js')).acp,
  completion: async () => (await import('./commands/completion.js')).completion,
}

export interface CliOptions {
  /** Default `hermes`. */
  readonly program?: ProgramName
  /** Default: the process's own. */
  readonly io?: Io
}

/** Runs one command line (without the program's name) and resolves to its exit code. Never rejects: errors are reported on stderr. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<number> {
  const io = options.io ?? processIo()
  const program = programs[options.program ?? 'hermes']
  try {
    return await dispatch(program, parseArguments<(typeof program.commands)[number]>(program, args), io)
  } catch (error) {
    const isVerbose = args.includes('--verbose')
    // It knows the errors of core, which help and completion do not wait for.
    const { reportError } = await import('./report-error.js')
    await reportError(error, { io, isVerbose, program: program.name })
    return error instanceof UsageError ? exitCode.usage : exitCode.failed
  }
}

async function dispatch(
  program: (typeof programs)[ProgramName],
  invocation: Invocation<(typeof commands | typeof agentCommands)[number]> | GroupHelp,
  io: Io,
): Promise<number> {
  if ('group' in invocation) {
    await write(io.stdout, groupHelp(program, invocation.group))
    return exitCode.ok
  }
  const { command, values, parameters } = invocation
  if (values.version) {
    await write(io.stdout, `${program.name} ${readVersion()}\n`)
    return exitCode.ok
  }
  if (values.help) {
    await write(io.stdout, command.path === '' ? programHelp(program) : commandHelp(program, command))
    return exitCode.ok
  }
  // Before anything is opened: a misspelt profile must not become a new home.
  if (values.profile !== undefined) await requireNamedProfile({ io, values })
  const run = await handlers[command.path]()
  const place = values.in === undefined ? io : await (await import('./setup/in-folder.js')).inFolder(io, values.in)
  return run({ program: program.name, values, parameters, io: place })
}

async function requireNamedProfile(options: HomeOptions): Promise<void> {
  const { findHome } = await import('./setup/open-home.js')
  const { requireProfile } = await import('@hermes/runtime')
  await requireProfile(findHome(options))
}
