// The style sheets of this figure, in order.
import clock from '../../styles/training-clock.css';
import curves from '../../styles/training-curves.css';
import room from '../../styles/training-room.css';
import task from '../../styles/training.css';

export const styles: string = [task, curves, clock, room].join('\n');
