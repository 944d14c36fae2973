// For the files of the build that hold what a start loads.
export { runCompiled } from '@hermes/runtime/run-compiled'
