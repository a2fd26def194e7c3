require('./deal').bringInGroup(5);
