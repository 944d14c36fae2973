// The registry and the executor

export { createToolExecutor, type ExecutorServices, type ToolExecutorOptions } from './executor.js'
export type { GateRequest, GateVerdict, ToolGate } from './gate.js'
export { defaultLimits, type ExecutorLimits } from './limits.js'
export { createToolRegistry, type ToolRegistry } from './registry.js'
export { knownToolsets, type SelectOptions, selectTools, type Toolsets, toolsets } from './toolsets.js'

// The tools

export { type ClarifyToolsOptions, clarifyTools } from './clarify/clarify.js'
export { type FileToolsOptions, fileTools } from './files/file-tools.js'
export * from './terminal/index.js'
export { todosFromHistory, todoTools } from './todo/todo.js'
export { createTodoStore, type TodoItem, type TodoStatus, type TodoStore } from './todo/todo-store.js'

// What decides: approval, arguments, protected files, scheduling, limits

export * from './approval/index.js'
export { coerceArguments } from './arguments/coerce-args.js'
export { type ParsedArguments, parseToolArguments } from './arguments/parse-args.js'
export { boundContent, boundText } from './bound-output.js'
export type { ProtectOptions } from './files/file-access.js'
export { defaultFileLimits, type FileLimits } from './files/file-limits.js'
export { type FileOperation, type ProtectedFolders, refusalOf } from './files/protect.js'
export { type TryOptions, tryFileOperation } from './files/try-operation.js'
export { type PathBase, resolvePath } from './resolve-path.js'
export { canRunInParallel, knownConcurrency, type ScheduleContext, type ScheduledCall } from './schedule.js'
