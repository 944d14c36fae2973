/** Identity of the tool without its code. Settings are validated against it before any tool is loaded. */
export const executeCodeIdentity = { name: 'execute_code', toolset: 'code_execution' }
