// For the bundled files of the build that a start loads.
export { runCompiled } from '@hermes/runtime/run-compiled'
