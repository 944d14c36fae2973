// The registry and the executor

export { createToolExecutor, type ExecutorServices, type ToolExecutorOptions } from './executor/executor.js'
export { defaultLimits, type ExecutorLimits, fitToWindow } from './executor/limits.js'
export { type AvailabilityOptions, unavailableReason } from './registry/availability.js'
export { extendRegistry } from './registry/extend-registry.js'
export { joinSources, type ToolSource } from './registry/join-sources.js'
export { createToolRegistry, type ToolRegistry } from './registry/registry.js'
export { type SelectOptions, selectTools } from './registry/select-tools.js'
export { type Toolsets, toolsets } from './registry/toolset-table.js'
export type { ToolSearchOptions } from './tool-search/create-tool-search.js'

// The tools

export { type ClarifyToolsOptions, clarifyTools } from './clarify/clarify.js'
export { createFileHistory, type FileHistory, type FileView, type SessionFiles } from './files/file-history.js'
export { fileMemory } from './files/file-memory.js'
export { type FileToolsOptions, fileTools } from './files/file-tools.js'
export type { BackgroundProcess, ProcessOrigin } from './process/background-process.js'
export { describeLost } from './process/describe-news.js'
export { isReported } from './process/is-reported.js'
export { createProcessNews, type NewsItem, type ProcessNews } from './process/process-news.js'
export type { ProcessRecord, ProcessRecords } from './process/process-records.js'
export { type ProcessServices, ProcessTable, type ProcessTableOptions } from './process/process-table.js'
export { type ReportProcessesOptions, reportProcesses } from './process/report-processes.js'
export { reportedIn } from './process/reported-in.js'
export { createShellStates, type ShellState, type ShellStates } from './shell/shell-state.js'
export type { TerminalLimits } from './shell/terminal-limits.js'
export { type TerminalToolsOptions, terminalTools } from './terminal/terminal.js'
export { createStoredTodos } from './todo/stored-todos.js'
export { todosFromHistory, todoTools } from './todo/todo.js'
export {
  createTodoStore,
  type TodoItem,
  type TodoList,
  type TodoStatus,
  type TodoStore,
} from './todo/todo-store.js'

// Running sub-agents

export {
  type ChildProgress,
  type RunningChild,
  RunningChildren,
  type StartingChild,
  type TrackedChild,
} from './running-children/running-children.js'

// Storage for long results

export { createSpillStore, type SpillStoreOptions } from './spill/create-spill-store.js'
export { type SpillEnvironmentOptions, spillEnvironment } from './spill/spill-environment.js'
export { type SpillFolderOptions, spillFolder } from './spill/spill-folder.js'
export { isSpillName, isSpillOf } from './spill/spill-name.js'
export type { SpillDraft, SpillPlace, SpillQuota } from './spill/spill-place.js'
export type { SpillFile, SpillOpenOptions, SpillOrigin, SpillStore, SpillWriter } from './spill/spill-store.js'

// Rules: arguments, files, scheduling, limits

export { canRunInParallel, type ScheduleContext, type ScheduledCall } from './executor/schedule.js'
export {
  type ConfirmWrite,
  fromFolder,
  type PathView,
  type ProtectOptions,
  type RefuseFile,
} from './files/file-access.js'
export { defaultFileLimits, type FileLimits } from './files/file-limits.js'
export { type TryOptions, tryFileOperation } from './files/try-operation.js'
export { type FileChange, unifiedDiff } from './files/unified-diff.js'
export { coerceArguments } from './shared/arguments/coerce-args.js'
export { type ParsedArguments, parseToolArguments } from './shared/arguments/parse-args.js'
export { boundContent, boundText } from './shared/bound-output.js'
export { fenceUntrusted, untrustedNote, withoutInvisible } from './shared/fence-untrusted.js'
export { pathScoped } from './shared/path-scoped.js'
export { type PathBase, resolvePath } from './shared/resolve-path.js'
