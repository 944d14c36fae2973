export { type VisionToolsOptions, visionTools } from './vision-analyze.js'
