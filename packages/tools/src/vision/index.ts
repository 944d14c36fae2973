export { type ImageMediaType, imageKind } from './image-kind.js'
export { type VisionToolsOptions, visionTools } from './vision-analyze.js'
