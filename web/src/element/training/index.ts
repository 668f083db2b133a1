// The figure of two networks in training: a script of its own.
import type { LiveFigure, LiveHost } from '../live.ts';
import { TrainingFigure } from './figure.ts';

export const create = (host: LiveHost): LiveFigure => new TrainingFigure(host);
