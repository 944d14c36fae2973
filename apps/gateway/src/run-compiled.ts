// Exported for the bundled files that contain the code of a start.
export { runCompiled } from '@hermes/runtime/run-compiled'
