export { type ImageMediaType, imageKind } from '@hermes/safety/files'
export { type VisionToolsOptions, visionTools } from './vision-analyze.js'
