require('./deal').bringInGroup(1);
