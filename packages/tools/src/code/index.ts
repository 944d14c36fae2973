export { type CodeLanguage, type Interpreters, interpreterNames } from './code-language.js'
export { type CodeLimits, defaultCodeLimits } from './code-limits.js'
export type { CodeToolsOptions, ProgramShell } from './code-options.js'
export { type CodeTools, codeTools } from './code-tools.js'
export type {
  CallableTool,
  ProgramCallContext,
  ProgramTools,
  ToolRequest,
} from './program-tools.js'
